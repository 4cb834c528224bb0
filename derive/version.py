"""The version of the package, and the address of its public repository."""

__version__ = "0.1.0"

ADDRESS = ""  # such as "https://github.com/OWNER/derive"; empty until there is one
