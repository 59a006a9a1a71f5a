-- What the buyer was told as an order was sent, a JSON object, so that a correction keeps the number before it.
ALTER TABLE order_events ADD COLUMN shipment TEXT;
