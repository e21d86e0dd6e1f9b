"""Machine learning: features of unit pairs, and classifiers over them."""
