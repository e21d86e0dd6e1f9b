"""A local web page on which people view and correct pairs."""
