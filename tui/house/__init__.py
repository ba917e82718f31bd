"""The house: people meet, play and watch over SSH."""
