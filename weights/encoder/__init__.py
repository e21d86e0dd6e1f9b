"""The pair encoder: what it is taught, its training, the form in which it is shipped."""
