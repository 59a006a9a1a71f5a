-- Second factors and linked accounts. Times are UTC with three digits of a second, as in the tables of users.

-- Second factors. `secret` is the key of an authenticator app, in base32. It is not hashed, because the gateway has to
-- compute each code to compare it. Only the site's system user can read this file.
-- `last_step` is the latest 30-second step whose code was used: a code works once.
CREATE TABLE factors (
  id            TEXT PRIMARY KEY,
  user_id       TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type          TEXT NOT NULL CHECK (type IN ('totp', 'phone')),
  friendly_name TEXT NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('unverified', 'verified')),
  secret        TEXT,
  phone         TEXT,
  last_step     INTEGER,
  created_at    TEXT NOT NULL,
  updated_at    TEXT NOT NULL,
  CHECK ((type = 'totp') = (secret IS NOT NULL) AND (type = 'phone') = (phone IS NOT NULL))
) STRICT;

CREATE INDEX factors_by_user ON factors (user_id, created_at);

-- Open challenges; a solved one is deleted. `code_hash` is the SHA-256 of the challenge's id and the code that was sent
-- to a telephone.
CREATE TABLE factor_challenges (
  id           TEXT PRIMARY KEY,
  factor_id    TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
  code_hash    TEXT,
  guesses_left INTEGER NOT NULL,
  expires_at   TEXT NOT NULL
) STRICT;

CREATE INDEX factor_challenges_by_factor ON factor_challenges (factor_id);
CREATE INDEX factor_challenges_by_expiry ON factor_challenges (expires_at);

-- Which factors raised a session to aal2, so that deleting a factor lowers it again.
CREATE TABLE session_factors (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  factor_id  TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
  PRIMARY KEY (session_id, factor_id)
) STRICT;

-- Accounts at an OpenID provider that a user may sign in with. A subject is unique only together with its issuer.
-- Source: OpenID Connect Core §5.7.
CREATE TABLE identities (
  id              TEXT PRIMARY KEY,
  user_id         TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider        TEXT NOT NULL,
  issuer          TEXT NOT NULL,
  subject         TEXT NOT NULL,
  -- JSON object: the provider's claims about the person.
  identity_data   TEXT NOT NULL,
  created_at      TEXT NOT NULL,
  updated_at      TEXT NOT NULL,
  last_sign_in_at TEXT NOT NULL,
  UNIQUE (issuer, subject)
) STRICT;

CREATE INDEX identities_by_user ON identities (user_id, created_at);

-- Sign-ins at an OpenID provider that have not returned yet. Each belongs to the browser whose cookie has
-- `browser_hash`. `session_id` is the session that links an identity; without it the visit is a sign-in.
CREATE TABLE open_id_visits (
  state_hash            TEXT PRIMARY KEY,
  browser_hash          TEXT NOT NULL,
  nonce                 TEXT NOT NULL,
  code_verifier         TEXT NOT NULL,
  session_id            TEXT REFERENCES sessions (id) ON DELETE CASCADE,
  redirect_to           TEXT NOT NULL,
  code_challenge        TEXT NOT NULL,
  code_challenge_method TEXT NOT NULL CHECK (code_challenge_method IN ('s256', 'plain')),
  expires_at            TEXT NOT NULL
) STRICT;

CREATE INDEX open_id_visits_by_expiry ON open_id_visits (expires_at);

-- The session that continues when the flow ends; without one a new session begins.
ALTER TABLE flow_states ADD COLUMN session_id TEXT REFERENCES sessions (id) ON DELETE CASCADE;
