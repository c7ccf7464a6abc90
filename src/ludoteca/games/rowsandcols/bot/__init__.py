"""The bots of RowsAndCols."""
