"""Trust: an oracle and a checker that share no code with the methods.

They import `game` and `errors` alone; an import rule enforces it.
"""

from zermelo.proof.checker import Claim, Proof, verify
from zermelo.proof.parts import verify_parts

__all__ = ["Claim", "Proof", "verify", "verify_parts"]
