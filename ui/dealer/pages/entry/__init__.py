"""Pages and grids for entering an amount, a card, a seat or a name."""
