-- The mailing list. Source: docs/product.md §3.
-- `subscribed_at` is UTC with six digits of a second, "2026-03-01T04:05:06.123000Z",
-- so that comparing the text compares the time.
CREATE TABLE newsletter_subscribers (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  email         TEXT NOT NULL UNIQUE,
  status        TEXT NOT NULL CHECK (status IN ('active', 'unsubscribed')),
  source        TEXT NOT NULL,
  subscribed_at TEXT NOT NULL,
  first_name    TEXT,
  last_name     TEXT
) STRICT;

-- Serves the list by time with its pages, and the counts of the last days.
CREATE INDEX newsletter_subscribers_by_time ON newsletter_subscribers (subscribed_at);
