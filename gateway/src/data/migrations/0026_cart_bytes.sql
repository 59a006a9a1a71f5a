-- How many bytes carts and checkouts use together. SQLite renames the table in the triggers of migration 6 too.
ALTER TABLE basket_bytes RENAME TO cart_bytes;
