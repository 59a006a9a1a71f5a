-- Key pairs that sign access tokens; the newest one signs, all of them verify.
CREATE TABLE signing_keys (
  kid         TEXT PRIMARY KEY,
  private_jwk TEXT NOT NULL,
  created_at  TEXT NOT NULL
) STRICT;

-- The public key that browsers carry, stored because signing it again would give another text.
CREATE TABLE anonymous_keys (
  issuer TEXT NOT NULL,
  kid    TEXT NOT NULL REFERENCES signing_keys (kid),
  token  TEXT NOT NULL,
  PRIMARY KEY (issuer, kid)
) STRICT;
