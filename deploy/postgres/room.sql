-- The role and the rights of a room's clock. The database must exist and be empty. Run once, as the server's superuser:
--     sudo -u postgres createdb --encoding=UTF8 --template=template0 --locale=C room
--     sudo -u postgres psql --set=ON_ERROR_STOP=1 --dbname=room --file=room.sql
-- Then set the password, which is not in any file: sudo -u postgres psql --command='\password kiosk'
-- The clock creates its tables itself, at its first start. Running this file again changes nothing.

SELECT 'CREATE ROLE kiosk LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 20'
    WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'kiosk') \gexec

-- Only the clock may connect, and only it may create anything.
SELECT format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()) \gexec
SELECT format('GRANT CONNECT, CREATE ON DATABASE %I TO kiosk', current_database()) \gexec
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- `kiosk doctor` shows the state of each replica. Without this right, it says that it may not see them.
GRANT pg_monitor TO kiosk;
