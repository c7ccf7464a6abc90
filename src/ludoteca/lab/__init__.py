"""The laboratory: arena, ratings, solving."""
