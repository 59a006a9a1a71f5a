-- What happened to orders and is still to be written about: stored along with it, and gone once its letters lie on disk.
-- What stands here at a start is what a kill left.
CREATE TABLE letters_due (
  id       INTEGER PRIMARY KEY,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  type     TEXT NOT NULL CHECK (type IN ('placed', 'paid', 'shipped', 'refunded', 'cancelled')),
  at       TEXT NOT NULL
) STRICT;
