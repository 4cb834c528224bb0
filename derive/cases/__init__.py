"""Cases: questions as text, from wherever they come, read and looked up."""
