"""Pipeline components, one module per factory."""
