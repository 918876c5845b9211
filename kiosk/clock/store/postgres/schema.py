"""The tables of a room in a PostgreSQL database, and the function through which everything is written.

`lease` has a single row: which clock may write, and in which epoch. Every write transaction first updates that row, if
its epoch is still the writer's. The row's lock is held until the commit, so no other clock can take the lease in the
middle, and a clock that lost the lease cannot write any more.

The text columns are compared byte by byte (`COLLATE "C"`): an update of the operating system changes other orders, and
that silently breaks indexes.
"""

from psycopg import Connection

from kiosk.faults import Fault

FORM = 2
LEASE_S = 6
"""How many seconds after its last write a clock still counts as running. Measured by the server's own time."""
NOT_THE_OWNER = "KF001"
MOVED_ON = "KF002"
"""The SQLSTATE codes that our function raises. The message of the first is the other clock's name."""
_SETTING_UP = 0x6B696F63
"""The key of the lock that is held while the schema is created: the ASCII letters "kioc"."""
_PICTURES = """
CREATE TABLE picture (
    id text COLLATE "C" PRIMARY KEY, body bytea NOT NULL, at timestamptz NOT NULL DEFAULT now()
);
"""
WITHOUT_PICTURES = 1
"""The format in which the pictures were in a folder on the clock's machine."""
_UPGRADES = {WITHOUT_PICTURES: _PICTURES}
"""The tables that a room of each earlier format does not have yet."""
_NEW = f"""
CREATE SCHEMA kiosk;
SET LOCAL search_path = kiosk;
CREATE TABLE form (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), number integer NOT NULL);
INSERT INTO form (number) VALUES ({FORM});
CREATE TABLE lease (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), epoch bigint NOT NULL, owner text NOT NULL,
    process text NOT NULL, until timestamptz NOT NULL,
    boot text, mono_ms bigint, wall_ms bigint, beat_at timestamptz
) WITH (fillfactor = 10);
INSERT INTO lease (epoch, owner, process, until) VALUES (0, '', '', '-infinity');
CREATE TABLE stream (
    stream text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    epoch bigint NOT NULL, opened bigint NOT NULL, opening text NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE record (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL CHECK (seq > 0), epoch bigint NOT NULL,
    at_ms bigint NOT NULL, body bytea NOT NULL, hash bytea NOT NULL, PRIMARY KEY (stream, seq)
);
CREATE TABLE aside (
    stream text COLLATE "C" NOT NULL, seq bigint NOT NULL, epoch bigint NOT NULL, at_ms bigint NOT NULL,
    body bytea NOT NULL, hash bytea NOT NULL
);
CREATE TABLE snapshot (
    stream text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, hash bytea NOT NULL, program bytea NOT NULL,
    digest bytea NOT NULL, body bytea NOT NULL
);
CREATE TABLE access (
    kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, body bytea NOT NULL, PRIMARY KEY (kind, id)
);
CREATE TABLE changed (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), changes bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO changed (changes) VALUES (0);
CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql SET search_path = kiosk AS $$
BEGIN
    UPDATE changed SET changes = changes + 1;
    RETURN NULL;
END $$;
CREATE TRIGGER access_changed AFTER INSERT OR UPDATE OR DELETE ON access
    FOR EACH ROW EXECUTE FUNCTION count_change();
CREATE TABLE name (number bigint PRIMARY KEY, text text COLLATE "C" NOT NULL);{_PICTURES}CREATE FUNCTION written(
    p_epoch bigint, h_stream text[], h_old_seq bigint[], h_old_hash bytea[], h_seq bigint[], h_hash bytea[],
    h_epoch bigint[], h_opened bigint[], h_opening text[], n_number bigint[], n_text text[],
    r_stream text[], r_seq bigint[], r_epoch bigint[], r_at_ms bigint[], r_body bytea[], r_hash bytea[]
) RETURNS void LANGUAGE plpgsql SET search_path = kiosk AS $$
DECLARE heads bigint; other text;
BEGIN
    UPDATE lease SET until = clock_timestamp() + interval '{LEASE_S} s' WHERE epoch = p_epoch;
    IF NOT FOUND THEN
        SELECT owner INTO other FROM lease;
        RAISE EXCEPTION USING ERRCODE = '{NOT_THE_OWNER}', MESSAGE = other;
    END IF;
    IF cardinality(h_stream) > 0 THEN
        INSERT INTO stream AS s (stream, seq, hash, epoch, opened, opening)
            SELECT * FROM unnest(h_stream, h_seq, h_hash, h_epoch, h_opened, h_opening)
            ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, epoch = excluded.epoch,
                opened = excluded.opened, opening = excluded.opening
            WHERE s.seq = h_old_seq[array_position(h_stream, s.stream)]
                AND s.hash = h_old_hash[array_position(h_stream, s.stream)];
        GET DIAGNOSTICS heads = ROW_COUNT;
        IF heads <> cardinality(h_stream) THEN
            RAISE EXCEPTION 'a stream has moved on' USING ERRCODE = '{MOVED_ON}';
        END IF;
    END IF;
    INSERT INTO name SELECT * FROM unnest(n_number, n_text);
    INSERT INTO record SELECT * FROM unnest(r_stream, r_seq, r_epoch, r_at_ms, r_body, r_hash);
END $$;
REVOKE ALL ON SCHEMA kiosk FROM PUBLIC;
"""


def begin_or_check(db: Connection, at: str) -> int:
    """Create the schema in a database that has none. Returns the room's format; a room of an earlier one is left as it
    is, until `upgrade`. Raises `Fault` for a schema of another program or a newer format, and `psycopg.Error`. `at`
    names the server and its database."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_SETTING_UP,))
        if not _has(db, "to_regnamespace('kiosk')"):
            db.execute(_NEW)
    if form := form_of(db, at):
        return form
    raise Fault("not-a-database", path=at)


def upgrade(db: Connection) -> int:
    """Bring a room of an earlier format to this one, in the open transaction of the clock that has the lease. Returns
    the format before. Raises `psycopg.Error`."""
    row = db.execute("SELECT number FROM form").fetchone()
    before = int(row[0]) if row else FORM
    for form in range(before, FORM):
        db.execute(_UPGRADES[form])
    if before < FORM:
        db.execute("UPDATE form SET number = %s", (FORM,))
    return before


def check_form(db: Connection, at: str) -> None:
    """Raises `Fault` if there is no room of this format, and `psycopg.Error`."""
    form = form_of(db, at)
    if not form:
        raise Fault("database-not-there", path=at)
    if form < FORM:
        raise Fault("written-by-older", path=at, form=form, known=FORM)


def form_of(db: Connection, at: str) -> int:
    """The format of the room in a database, or 0 if there is no room in it. Raises `Fault` for a newer format."""
    if not _has(db, "to_regclass('kiosk.form')"):
        return 0
    row = db.execute("SELECT number FROM kiosk.form").fetchone()
    form = int(row[0]) if row else 0
    if form > FORM:
        raise Fault("written-by-newer", path=at, form=form, known=FORM)
    return form


def _has(db: Connection, what: str) -> bool:
    row = db.execute(f"SELECT {what}".encode()).fetchone()
    return bool(row and row[0])
