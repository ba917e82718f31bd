"""What screens are made of: each shows one thing and is given that thing whole."""
