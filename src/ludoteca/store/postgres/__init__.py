"""The store in PostgreSQL, for several nodes at once. Nothing else imports psycopg."""
