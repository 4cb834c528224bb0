"""Who can determine whom."""
