"""Reproductions of papers that no default uses; the package works when this folder is deleted."""
