-- The buyer's withdrawals from an order (Directive 2011/83/EU, Article 11a): a JSON array, oldest first, each with its
-- time, name and lines. NULL when there is none.
ALTER TABLE orders ADD COLUMN withdrawals TEXT;
