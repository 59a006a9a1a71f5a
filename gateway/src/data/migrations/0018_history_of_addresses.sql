-- What happened to an address on the list, when, and by which form. Source: docs/product.md §3.
-- The address is a keyed hash, as in suppressed_addresses, so that the history of a removed address names nobody.
-- `at` is UTC with six digits of a second. `form` is a source of the list, or what else led to it: 'unsubscribe-link',
-- 'dashboard', 'move'. `is_confirmed` says that the link in a confirmation email was used.
CREATE TABLE subscriber_history (
  id           INTEGER PRIMARY KEY,
  address_hash TEXT NOT NULL,
  at           TEXT NOT NULL,
  event        TEXT NOT NULL CHECK (event IN ('joined', 'left', 'removed', 'came-back')),
  form         TEXT NOT NULL,
  is_confirmed INTEGER NOT NULL DEFAULT 0 CHECK (is_confirmed IN (0, 1))
) STRICT;
CREATE INDEX subscriber_history_by_address ON subscriber_history (address_hash, id);

-- Addresses that unsubscribed or were removed, and were then signed up again. Each waits for the link in its
-- confirmation email. `email` is stored only until that email is stored on disk.
CREATE TABLE return_requests (
  address_hash TEXT PRIMARY KEY,
  requested_at TEXT NOT NULL,
  source       TEXT NOT NULL,
  email        TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX return_requests_unsent ON return_requests (requested_at) WHERE email IS NOT NULL;
