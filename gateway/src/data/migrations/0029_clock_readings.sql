-- Readings of the clock while the site ran. Changes that cannot be undone wait until the clock was consistent for an
-- hour, across restarts. `ran_ms` is how long the site had run by then, over all starts.
CREATE TABLE clock_readings (ran_ms INTEGER PRIMARY KEY, at TEXT NOT NULL) STRICT;
