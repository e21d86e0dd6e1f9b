"""What verifies and ranks a written sentence."""
