-- Newsletters, their recipients, and the result of each. Instants are ISO 8601 in UTC.
--
-- `html`, `text` and `web_html` are what goes out; they are stored when sending begins. `segment` is JSON. The numbers
-- count the rows of newsletter_recipients by their state, so that no page has to; `frozen` is always the sum of the
-- others. `active_at`: when the gateway last worked on it.
CREATE TABLE newsletters (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  revision INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'scheduled', 'sending', 'paused', 'cancelled', 'sent')),
  paused_because TEXT,
  subject TEXT NOT NULL,
  preheader TEXT NOT NULL,
  body TEXT NOT NULL,
  segment TEXT NOT NULL DEFAULT '{}',
  is_in_archive INTEGER NOT NULL DEFAULT 1 CHECK (is_in_archive IN (0, 1)),
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  start_at TEXT,
  started_at TEXT,
  ended_at TEXT,
  active_at TEXT,
  html TEXT,
  text TEXT,
  web_html TEXT,
  frozen INTEGER NOT NULL DEFAULT 0,
  waiting INTEGER NOT NULL DEFAULT 0,
  sending INTEGER NOT NULL DEFAULT 0,
  sent INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  in_doubt INTEGER NOT NULL DEFAULT 0,
  gone INTEGER NOT NULL DEFAULT 0,
  visits INTEGER NOT NULL DEFAULT 0,
  CHECK (frozen = waiting + sending + sent + refused + in_doubt + gone)
) STRICT;

CREATE INDEX newsletters_at_work ON newsletters (state) WHERE state IN ('scheduled', 'sending');

-- `id`: the subscriber's. `sending`: it is on a connection now; after a kill it is in doubt. `gone`: unsubscribed before
-- its turn. `next_at`: not before this time, after the mail server deferred it. `token`: of the unsubscribe link, where
-- the list is elsewhere.
CREATE TABLE newsletter_recipients (
  newsletter_id INTEGER NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  domain TEXT NOT NULL,
  email TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'in-doubt', 'gone')),
  at TEXT,
  reason TEXT,
  tries INTEGER NOT NULL DEFAULT 0,
  tried_at TEXT,
  next_at TEXT,
  token TEXT,
  PRIMARY KEY (newsletter_id, domain, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX newsletter_recipients_special ON newsletter_recipients (newsletter_id, state, id)
  WHERE state IN ('sending', 'refused', 'in-doubt', 'gone');
CREATE INDEX newsletter_recipients_deferred ON newsletter_recipients (newsletter_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX newsletter_recipients_by_token ON newsletter_recipients (token) WHERE token IS NOT NULL;

-- Who unsubscribed by the link in a newsletter. The token is a hash: it counts, and names nobody.
CREATE TABLE newsletter_unsubscribes (
  newsletter_id INTEGER NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL,
  PRIMARY KEY (newsletter_id, token_hash)
) STRICT, WITHOUT ROWID;

-- Who was not among the recipients, and why.
CREATE TABLE newsletter_left_out (
  newsletter_id INTEGER NOT NULL REFERENCES newsletters (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (newsletter_id, reason)
) STRICT, WITHOUT ROWID;

-- The owner's settings of newsletters, as JSON; at most one row.
CREATE TABLE newsletter_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  settings TEXT NOT NULL
) STRICT;

-- Bounced emails, and complaints. `is_blocking`: the address gets no newsletters. `lifted_at`: the owner lets it
-- get newsletters again; such a row no longer counts.
CREATE TABLE bounces (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('hard', 'soft', 'complaint')),
  is_blocking INTEGER NOT NULL CHECK (is_blocking IN (0, 1)),
  at TEXT NOT NULL,
  reason TEXT NOT NULL,
  newsletter_id INTEGER REFERENCES newsletters (id) ON DELETE SET NULL,
  lifted_at TEXT
) STRICT;

CREATE INDEX bounces_by_address ON bounces (email);
CREATE INDEX bounces_by_newsletter ON bounces (newsletter_id) WHERE newsletter_id IS NOT NULL;

-- Keys that sign emails (DKIM). Source: RFC 6376.
CREATE TABLE mail_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  domain TEXT NOT NULL,
  selector TEXT NOT NULL,
  private_key TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
