-- Who has an unpaid order: a keyed hash of the client's network address, and the buyer's mailbox. A row is deleted once
-- the order is paid, sent, cancelled or has ended. Orders placed before this migration have none.
CREATE TABLE unpaid_holders (
  holder   TEXT NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  PRIMARY KEY (holder, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX unpaid_holders_by_order ON unpaid_holders (order_id);
