"""One file a screen; `page` holds what all have in common."""
