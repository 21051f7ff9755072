"""Who can play a side of a match on a PC: our levels, GNU Backgammon, Open Sage, UBGI engines.

`finding.find(text)` gives the Player that a person means: `expert`, `club on unix`, `gnubg 2`,
`bgsage 2`, or the command line of an engine that speaks UBGI.
"""
