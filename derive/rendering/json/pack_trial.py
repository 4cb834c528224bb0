"""Trial of a pack as JSON."""

from __future__ import annotations

from typing import Any

from derive.results.pack_trial import PackTrial


def pack_trial_json(trial: PackTrial) -> dict[str, Any]:
    """The trial as an object."""
    return {
        "pack": trial.pack,
        "tried": dict(trial.tried),
        "faults": [
            {
                "part": fault.part,
                "name": fault.name,
                "problem": fault.problem,
                "mend": fault.mend or None,
            }
            for fault in trial.faults
        ],
    }
