-- What somebody agreed to, in the history of each address: `wording` is the sentence beside the form, `page` the page of
-- the form, `asked_at` when the form was sent. `at` is later if the sign-up had to be confirmed by email.
ALTER TABLE subscriber_history ADD COLUMN asked_at TEXT;
ALTER TABLE subscriber_history ADD COLUMN wording TEXT;
ALTER TABLE subscriber_history ADD COLUMN page TEXT;

-- The same for a sign-up that waits for its link. `is_return`: its mailbox was on the list before, or is on it.
ALTER TABLE return_requests ADD COLUMN is_return INTEGER NOT NULL DEFAULT 1 CHECK (is_return IN (0, 1));
ALTER TABLE return_requests ADD COLUMN wording TEXT;
ALTER TABLE return_requests ADD COLUMN page TEXT;
ALTER TABLE return_requests ADD COLUMN asked_at TEXT;
CREATE INDEX return_requests_first ON return_requests (requested_at) WHERE is_return = 0;

-- Addresses that were recently signed up and have to be confirmed. The response depends only on them, so it reveals
-- nothing else. A keyed hash; deleted after as many days as a link works.
CREATE TABLE recent_sign_ups (
  address_hash TEXT PRIMARY KEY,
  at           TEXT NOT NULL,
  count        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX recent_sign_ups_by_time ON recent_sign_ups (at);

-- Mailboxes that got the welcome email, so that each gets it once. Keyed hashes, as in departed_addresses. `email` is
-- stored only until the email is on its way.
CREATE TABLE welcome_emails (
  mailbox_hash TEXT PRIMARY KEY,
  at           TEXT NOT NULL,
  email        TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX welcome_emails_due ON welcome_emails (at) WHERE email IS NOT NULL;
