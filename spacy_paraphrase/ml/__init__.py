"""What is learnt: features of unit pairs, and classifiers over them."""
