-- What the site learned about its emails, by name. `test-email`: how the latest test email arrived in the mailbox of
-- bounces, and `at`, when it was sent. `mailbox`: whether that mailbox can be read, and `at`, since when.
CREATE TABLE mail_states (
  name  TEXT PRIMARY KEY,
  at    TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
