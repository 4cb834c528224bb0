"""The MCP server: questions of assistants, answered in a process of their own."""
