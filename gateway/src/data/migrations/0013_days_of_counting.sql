-- The day that stood beside the owner's number when it was taken over last: the same number with another day counts anew.
ALTER TABLE stock_levels ADD COLUMN counted TEXT;
