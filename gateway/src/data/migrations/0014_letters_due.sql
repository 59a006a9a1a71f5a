-- Emails about orders that are due. A row is stored with its event and deleted once the emails are stored on disk.
-- Rows found at a start were left when the site was killed.
CREATE TABLE letters_due (
  id       INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  type     TEXT NOT NULL CHECK (type IN ('placed', 'paid', 'shipped', 'refunded', 'cancelled')),
  at       TEXT NOT NULL
) STRICT;
