"""Laws of mechanics, electricity and heat, as a pack of derive."""

from derive import Pack

pack = Pack(
    "physics",
    title="laws of mechanics, electricity and heat",
    variables="derive_physics.laws:v",
    relations="derive_physics.laws",
    sources="derive_physics:sources.toml",
)
