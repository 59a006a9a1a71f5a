-- Emails about shows that people asked for: about one show (`show_id`), or about each new show near a town. Each is a
-- separate consent, with the times of both steps. `email` is NULL once the person has stopped the emails; such a row
-- still counts for the limit of its mailbox and is deleted within a day. Reminders that were due before `handled_until`
-- are not sent. `told` is what the person knows, as JSON: the facts of the show, or the ids of the shows; NULL means
-- that the next run stores the facts of that time and sends no email. The row is deleted after `over_at`.
CREATE TABLE show_reminders (
  key TEXT PRIMARY KEY,
  email TEXT,
  mailbox_hash TEXT NOT NULL,
  show_id TEXT,
  town TEXT,
  latitude REAL,
  longitude REAL,
  requested_at TEXT NOT NULL,
  is_confirmation_due INTEGER NOT NULL CHECK (is_confirmation_due IN (0, 1)),
  confirmed_at TEXT,
  handled_until TEXT NOT NULL,
  told TEXT,
  over_at TEXT NOT NULL,
  CHECK ((show_id IS NULL) <> (town IS NULL)),
  CHECK (town IS NULL OR (latitude IS NOT NULL AND longitude IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX show_reminders_by_mailbox ON show_reminders (mailbox_hash);
