"""The bots of Flooding Islands."""
