-- People who sign in, and their sessions. Source: docs/product.md §3, auth session.
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

-- `amr` is a JSON array: how the person proved who they are, the latest method first.
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

-- The next token is derived from its parent's `seed`, so that a repeated parent gets the same child again.
-- A token without a seed is random.
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

-- Sign-ins proven in one place, such as an email link, and finished by the browser that began them. Source: RFC 7636.
CREATE TABLE flow_states (
  code_hash             TEXT PRIMARY KEY,
  user_id               TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_challenge        TEXT NOT NULL,
  code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('s256', 'plain')),
  -- How the person proved who they are, for `amr`.
  method                TEXT NOT NULL,
  -- JSON: further fields of the token response.
  extras                TEXT NOT NULL,
  expires_at            TEXT NOT NULL
) STRICT;

-- Codes sent by email. An email holds a long code, in its link, and a short one to type. Several emails may be valid at
-- a time, so that a stranger's request cannot invalidate the owner's email.
CREATE TABLE letter_codes (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash   TEXT NOT NULL UNIQUE,
  code_hash    TEXT NOT NULL,
  guesses_left INTEGER NOT NULL,
  expires_at   TEXT NOT NULL
) STRICT;

CREATE INDEX letter_codes_by_user ON letter_codes (user_id, id);

-- Browsers that signed in before; their failed attempts are counted separately. Source: OWASP, "Device Cookies".
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

-- When a key stopped signing. It still verifies older tokens for as long as they can be valid.
ALTER TABLE signing_keys ADD COLUMN retired_at TEXT;
