-- Until when the goods of an unpaid order are reserved, and when its buyer is due a reminder (NULL once it was sent).
-- Orders placed before this migration have neither, and stay reserved until the owner acts.
ALTER TABLE orders ADD COLUMN held_until TEXT;
ALTER TABLE orders ADD COLUMN remind_at TEXT;
-- Why a cancelled order ended, when nobody cancelled it.
ALTER TABLE orders ADD COLUMN cancel_reason TEXT CHECK (cancel_reason IN ('unpaid'));

CREATE INDEX orders_held ON orders (held_until)
  WHERE payment_status = 'pending' AND cancelled_at IS NULL AND shipment IS NULL AND held_until IS NOT NULL;
-- Serves abandoned card payments: nothing was bought, and they are deleted after some days.
CREATE INDEX orders_given_up ON orders (updated_at)
  WHERE payment_status = 'voided' AND cancelled_at IS NULL AND payment_id IS NULL;

CREATE TABLE order_events_of_all_types (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  at       TEXT NOT NULL,
  type     TEXT NOT NULL CHECK (
    type IN ('placed', 'paid', 'shipped', 'refunded', 'cancelled', 'voided', 'reminded', 'expired')
  ),
  shipment TEXT
) STRICT;
INSERT INTO order_events_of_all_types SELECT id, order_id, at, type, shipment FROM order_events;
DROP TABLE order_events;
ALTER TABLE order_events_of_all_types RENAME TO order_events;
CREATE INDEX order_events_by_order ON order_events (order_id);

-- `to_owner` is 0 when the owner reads about the event in a summary.
CREATE TABLE letters_due_of_all_types (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  -- The program alone decides which types there are: each new one had this table built anew.
  type     TEXT NOT NULL,
  at       TEXT NOT NULL,
  to_owner INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO letters_due_of_all_types (id, order_id, type, at) SELECT id, order_id, type, at FROM letters_due;
-- An id is never used again, including the ids of deleted rows.
UPDATE sqlite_sequence SET seq = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'letters_due'), 0)
  WHERE name = 'letters_due_of_all_types';
INSERT INTO sqlite_sequence (name, seq)
  SELECT 'letters_due_of_all_types', seq FROM sqlite_sequence
    WHERE name = 'letters_due' AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'letters_due_of_all_types');
DROP TABLE letters_due;
ALTER TABLE letters_due_of_all_types RENAME TO letters_due;

-- Events for the owner's next summary: more happened in an hour than the owner gets single emails about.
CREATE TABLE owner_summary (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  type     TEXT NOT NULL,
  at       TEXT NOT NULL
) STRICT;
