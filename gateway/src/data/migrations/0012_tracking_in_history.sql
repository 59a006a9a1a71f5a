-- The tracking details sent to the buyer, as a JSON object. A correction does not overwrite the earlier number.
ALTER TABLE order_events ADD COLUMN shipment TEXT;
