-- Which version of each show in content/shows.yaml visitors have seen. `digest` is that of the version's text, `sequence`
-- counts its changes for calendars (RFC 5545, SEQUENCE).
CREATE TABLE shows (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence >= 0),
  changed_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
