-- People who sign in, and what shows that they did. Source: docs/product.md §3, auth session.
-- Times are UTC with three digits of a second, "2026-03-01T04:05:06.123Z", so that comparing the text compares the time.
-- Secrets that we hand out (refresh tokens, codes, cookies) are stored as their SHA-256 in hexadecimal digits.
CREATE TABLE users (
  id              TEXT PRIMARY KEY,
  email           TEXT NOT NULL UNIQUE,
  -- A PHC string: algorithm, parameters, salt and hash in one.
  password_hash   TEXT NOT NULL,
  role            TEXT CHECK (role IN ('admin')),
  user_metadata   TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  last_sign_in_at TEXT
) STRICT;

-- `amr` is the JSON array of the ways that the person proved who they are, the latest first.
CREATE TABLE sessions (
  id           TEXT PRIMARY KEY,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  aal          TEXT NOT NULL CHECK (aal IN ('aal1', 'aal2')),
  amr          TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  last_used_at TEXT NOT NULL,
  address      TEXT NOT NULL,
  user_agent   TEXT NOT NULL
) STRICT;

CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
CREATE INDEX sessions_by_use ON sessions (last_used_at);

-- `seed` makes a token out of its parent, so that a parent that comes again can be answered with the same child.
-- A token without one was drawn at random.
CREATE TABLE refresh_tokens (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  parent_id  INTEGER,
  seed       TEXT,
  token_hash TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  used_at    TEXT
) STRICT;

CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id, id);

-- A sign-in that was proven in one place and is finished in another by the visitor who began it. Source: RFC 7636.
CREATE TABLE flow_states (
  code_hash             TEXT PRIMARY KEY,
  user_id               TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_challenge        TEXT NOT NULL,
  code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('s256', 'plain')),
  -- How the person proved who they are, for `amr`.
  method                TEXT NOT NULL,
  -- JSON: what else the token answer holds.
  extras                TEXT NOT NULL,
  expires_at            TEXT NOT NULL
) STRICT;

-- Codes sent in letters. A letter holds a long one, in its link, and a short one to type. Several letters may be on
-- their way, since a stranger's request must not spoil the owner's.
CREATE TABLE letter_codes (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash   TEXT NOT NULL UNIQUE,
  code_hash    TEXT NOT NULL,
  guesses_left INTEGER NOT NULL,
  expires_at   TEXT NOT NULL
) STRICT;

CREATE INDEX letter_codes_by_user ON letter_codes (user_id, id);

-- Browsers that signed in before; their guesses are counted apart from a stranger's. Source: OWASP, "Device Cookies".
CREATE TABLE known_devices (
  cookie_hash TEXT PRIMARY KEY,
  user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at  TEXT NOT NULL
) STRICT;

-- Security events. `details` is a JSON object.
CREATE TABLE audit_log (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at         TEXT NOT NULL,
  event      TEXT NOT NULL,
  address    TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  details    TEXT NOT NULL
) STRICT;

CREATE INDEX audit_log_by_time ON audit_log (at);

-- From when on a key signs no more. It still verifies what it signed before, for as long as that can be valid.
ALTER TABLE signing_keys ADD COLUMN retired_at TEXT;
