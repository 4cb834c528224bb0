"""The relations of the pack, a file each."""

SUBJECTS = ("flow", "waits", "retries", "batches", "scaling", "costs")
