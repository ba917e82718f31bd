"""Matches as text: our own records, and the formats of other programs.

record.py        what all formats are about: a match, with comments and times
text.py          our own format: any game, read back exactly
placements.py    what SGF, GGF and transcripts share: games of placing a piece or passing
endings.py       how matches end otherwise than by the rules
properties.py    the brackets that SGF and GGF are written in
sgf.py ggf.py transcript.py abstractplay.py
formats.py       all of them by name
"""
