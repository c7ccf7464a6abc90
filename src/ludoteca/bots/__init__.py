"""Players of the house: how a bot is asked, so that it never sees more than its seat."""
