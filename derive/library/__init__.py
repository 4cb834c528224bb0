"""The library: every relation of the subject, one file each, and the catalogue that reads
quantities/.
"""

from derive.library.content import Content, register
from derive.public_names import public_names

register(
    Content(
        nomenclature="derive.library.nomenclature",
        relations="derive.library.relations",
        kinds="derive.library.entries.kinds",
        options="derive.library.entries.lookups",
    )
)

__all__, __getattr__ = public_names(__name__, __file__)
