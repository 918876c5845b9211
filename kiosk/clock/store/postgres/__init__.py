"""The clock's database on a PostgreSQL server. Only a clock whose settings name a server imports this folder."""
