"""The generator behind random games: the same numbers in Python and in native code.

Games for a search need speed and repeatability, not secrecy: a multiplication and an addition
modulo 2 to the 64th, of which the upper half is used.

Source: D. Knuth, The Art of Computer Programming, volume 2, section 3.3.4, the multiplier for
64 bits (MMIX); D. Lemire, Fast random integer generation in an interval, 2019 (the product's upper
half instead of a remainder; what that prefers is below one in four thousand million for each
choice).
"""

from __future__ import annotations

from core.deal import SplitMix64

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
_WORD = (1 << 64) - 1


class Chance:
    """A stream of numbers."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """Begin the stream of a seed; near seeds have streams that are not alike."""
        self.state = SplitMix64(seed).next()

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, for limits up to 2 to the 32nd."""
        self.state = state = (self.state * MULTIPLIER + INCREMENT) & _WORD
        return (state >> 32) * limit >> 32
