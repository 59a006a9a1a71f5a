-- The amount paid by card when it differs from the order's, for people to read: "53.29 CAD".
ALTER TABLE orders ADD COLUMN other_sum TEXT;

-- The owner gets an email about it.
CREATE TABLE letters_due_of_all_types (
  id       INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  type     TEXT NOT NULL CHECK (type IN ('placed', 'paid', 'other-sum', 'shipped', 'refunded', 'cancelled')),
  at       TEXT NOT NULL
) STRICT;
INSERT INTO letters_due_of_all_types SELECT id, order_id, type, at FROM letters_due;
DROP TABLE letters_due;
ALTER TABLE letters_due_of_all_types RENAME TO letters_due;
