"""Raised digits and signs: ², ⁻¹."""

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SIGNED_SUPERSCRIPTS = f"⁺⁻{SUPERSCRIPTS}"
_PLAIN = "+-0123456789"
_RAISED = str.maketrans(_PLAIN, SIGNED_SUPERSCRIPTS)
_LOWERED = str.maketrans(SIGNED_SUPERSCRIPTS, _PLAIN)


def raised(digits: str) -> str:
    """Digits and signs as superscripts.

    >>> raised("-12")
    '⁻¹²'
    """
    return digits.translate(_RAISED)


def lowered(superscripts: str) -> str:
    """Superscripts as digits and signs; other characters stay.

    >>> lowered("⁻¹²")
    '-12'
    """
    return superscripts.translate(_LOWERED)
