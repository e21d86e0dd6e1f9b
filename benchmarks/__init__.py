"""The benchmarks: what is measured, and sheets to be read."""
