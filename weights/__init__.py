"""How the weights that the package ships are made."""
