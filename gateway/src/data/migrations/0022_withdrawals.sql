-- Withdrawals of an order's buyer (Directive 2011/83/EU, Article 11a), a JSON array, the first one first: when, in which
-- name and from which lines. Null: there is none.
ALTER TABLE orders ADD COLUMN withdrawals TEXT;
