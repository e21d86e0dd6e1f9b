"""Reproductions of papers that no default uses; the package also works without this folder."""
