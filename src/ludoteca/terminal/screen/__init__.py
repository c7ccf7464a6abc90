"""The full-screen client, made with Textual. Only modules of this folder import it."""
