-- Buyer and owner are written to about a payment that came too late. A number is never given again: of a note that is
-- gone, letters may still be on their way.
CREATE TABLE letters_due_numbered (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  type     TEXT NOT NULL CHECK (
    type IN ('placed', 'paid', 'other-sum', 'paid-late', 'shipped', 'refunded', 'cancelled')
  ),
  at       TEXT NOT NULL
) STRICT;
INSERT INTO letters_due_numbered SELECT id, order_id, type, at FROM letters_due;
DROP TABLE letters_due;
ALTER TABLE letters_due_numbered RENAME TO letters_due;
