-- What visitors viewed, counted by day in UTC. Nothing here identifies a person: no address, no cookie, no browser.

-- `name` is the path of a screen, or the name of an album that the carousel was moved to.
CREATE TABLE daily_counts (
  day   TEXT NOT NULL,
  kind  TEXT NOT NULL CHECK (kind IN ('page_view', 'slide_change')),
  name  TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, kind, name)
) STRICT, WITHOUT ROWID;
