-- Withdrawals of an order's buyer (Directive 2011/83/EU, Article 11a), a JSON array, the first one first: when, in which
-- name and from which lines. Null: there is none.
ALTER TABLE orders ADD COLUMN withdrawals TEXT;

-- Buyer and owner are written to about it. Which types there are the program alone decides from now on: each new one had
-- this table built anew.
CREATE TABLE letters_due_of_any_type (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  type     TEXT NOT NULL,
  at       TEXT NOT NULL
) STRICT;
INSERT INTO letters_due_of_any_type SELECT id, order_id, type, at FROM letters_due;
DROP TABLE letters_due;
ALTER TABLE letters_due_of_any_type RENAME TO letters_due;
