"""The relations of the subject, a file each."""
