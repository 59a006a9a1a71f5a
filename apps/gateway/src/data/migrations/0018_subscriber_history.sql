-- What happened to an address after it first joined: when it left, was removed or came back, and by which form.
-- The address itself stands in newsletter_subscribers while it is there; here it is known by the same keyed hash as in
-- suppressed_addresses, so that one that was removed is not stored. An address to which nothing happened since it joined
-- has no rows: its own row tells when it joined and by which form.
CREATE TABLE subscriber_history (
  id           INTEGER PRIMARY KEY,
  address_hash TEXT NOT NULL,
  -- UTC, as newsletter_subscribers.subscribed_at.
  at           TEXT NOT NULL,
  event        TEXT NOT NULL CHECK (event IN ('joined', 'left', 'removed', 'asked-to-return', 'returned')),
  -- 'website-footer', 'website-dialog', 'import:…', 'link' or 'dashboard'.
  form         TEXT NOT NULL
) STRICT;

CREATE INDEX subscriber_history_by_address ON subscriber_history (address_hash, id);
