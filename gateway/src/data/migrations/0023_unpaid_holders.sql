-- Who has an order that is not paid: a keyed hash of the client's network address, and the mailbox of its buyer. Rows go
-- once the order is paid, sent, cancelled or has ended. Orders that were placed before this have none.
CREATE TABLE unpaid_holders (
  holder   TEXT NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders (id),
  PRIMARY KEY (holder, order_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX unpaid_holders_by_order ON unpaid_holders (order_id);
