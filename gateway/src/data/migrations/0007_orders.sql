-- Stock, orders, and what orders use up. Source: docs/product.md §3, Order.
-- Instants are ISO 8601 in UTC; amounts are whole minor units of the order's currency.

-- Pieces in stock of each counted variant.
CREATE TABLE stock_levels (
  variant_id INTEGER PRIMARY KEY,
  -- The number read last from the owner's file.
  listed     INTEGER NOT NULL CHECK (listed >= 0),
  on_hand    INTEGER NOT NULL CHECK (on_hand >= 0),
  -- Pieces sold beyond the stock: pre-orders, and reserved pieces when the owner has since written a smaller number.
  owed       INTEGER NOT NULL CHECK (owed >= 0),
  CHECK (on_hand = 0 OR owed = 0)
) STRICT;

-- An order's number is its id plus 1000.
CREATE TABLE orders (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  status_key     TEXT NOT NULL,
  checkout_token TEXT NOT NULL,
  cart_token     TEXT,
  placed_at      TEXT NOT NULL,
  -- What was bought, by whom and how it is paid, as JSON. It never changes.
  contents       TEXT NOT NULL,
  -- Number, address and names in lower case, for the owner's search.
  search_text    TEXT NOT NULL,
  payment_status TEXT NOT NULL CHECK (payment_status IN ('awaiting-card', 'pending', 'paid', 'refunded', 'voided')),
  paid_at        TEXT,
  session_id     TEXT,
  payment_id     TEXT,
  refunded_at    TEXT,
  total_refunded INTEGER NOT NULL DEFAULT 0,
  -- When, by whom and under which number it was sent, as JSON.
  shipment       TEXT,
  cancelled_at   TEXT,
  updated_at     TEXT NOT NULL
) STRICT;

-- A checkout makes one order. When its card payment was abandoned, the checkout can be placed again.
CREATE UNIQUE INDEX orders_of_checkout ON orders (checkout_token)
  WHERE payment_status <> 'voided' OR cancelled_at IS NOT NULL;
CREATE UNIQUE INDEX orders_by_session ON orders (session_id) WHERE session_id IS NOT NULL;
-- Serves unpaid reservations, of which there are few at any time.
CREATE INDEX orders_awaiting_card ON orders (placed_at) WHERE payment_status = 'awaiting-card';

-- The events of an order, for the owner.
CREATE TABLE order_events (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  at       TEXT NOT NULL,
  type     TEXT NOT NULL CHECK (type IN ('placed', 'paid', 'shipped', 'refunded', 'cancelled', 'voided'))
) STRICT;
CREATE INDEX order_events_by_order ON order_events (order_id);

-- The next three tables hold what an order has used and not given back.

CREATE TABLE order_pieces (
  order_id   INTEGER NOT NULL REFERENCES orders (id),
  variant_id INTEGER NOT NULL,
  quantity   INTEGER NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (order_id, variant_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE gift_card_uses (
  card_id  INTEGER NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  amount   INTEGER NOT NULL CHECK (amount > 0),
  PRIMARY KEY (card_id, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX gift_card_uses_by_order ON gift_card_uses (order_id);

-- Codes are upper-case, addresses lower-case.
CREATE TABLE discount_uses (
  code     TEXT NOT NULL,
  email    TEXT NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  PRIMARY KEY (code, email, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX discount_uses_by_order ON discount_uses (order_id);
