-- What the clock said while the site ran, so that what cannot be undone waits until the clock has agreed with itself for
-- an hour, across restarts. `ran_ms` is how long the site had run by then, all starts together.
CREATE TABLE clock_readings (ran_ms INTEGER PRIMARY KEY, at TEXT NOT NULL) STRICT;
