-- Buyer and owner get an email about a late payment. An id is never used again: emails of a deleted row may still be
-- in the queue.
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
