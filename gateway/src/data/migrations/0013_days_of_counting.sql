-- The day beside the owner's number when it was last read: the same number with another day is a new count.
ALTER TABLE stock_levels ADD COLUMN counted TEXT;
