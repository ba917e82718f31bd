"""Line mode: the same games where there is no screen, one command and one answer at a time.

For terminals that cannot move a cursor, for screen readers, braille lines and scripts. It holds
the same sessions, keeps them in the same files and asks the same rules as the full screen.
"""
