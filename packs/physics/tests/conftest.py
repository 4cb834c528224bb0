"""The pack as it is in its folder, without its installation."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
