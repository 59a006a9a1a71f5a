-- Whether an order that ended unpaid has been reduced to its number, day, amounts and history.
ALTER TABLE orders ADD COLUMN is_reduced INTEGER NOT NULL DEFAULT 0;
CREATE INDEX orders_to_reduce ON orders (cancelled_at)
  WHERE payment_status = 'voided' AND cancelled_at IS NOT NULL AND paid_at IS NULL AND payment_id IS NULL
    AND session_id IS NULL AND is_reduced = 0;
