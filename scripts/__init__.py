"""Tools of the project: its pictures, golden files, checksums, stored outputs."""
