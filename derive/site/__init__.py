"""The reference as a web site: a page for everything with a name, offline, in equal bytes."""
