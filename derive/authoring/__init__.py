"""What the author of a pack uses: a distribution to start from, and the trial of a pack."""
