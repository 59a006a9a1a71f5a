-- Carts of the built-in store. Source: docs/product.md §3, storefront cart and checkout.
-- Times are UTC with three digits of a second, as in the tables of users.

-- `contents` is a JSON object, so that a change reads one row and writes one row, for any number of lines.
-- `line_count` is the number of lines. Any client that has the token can use the cart.
CREATE TABLE carts (
  token      TEXT PRIMARY KEY,
  contents   TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- The order of deletion when there are too many carts: those without lines first, then all by their last use.
CREATE INDEX carts_without_lines ON carts (updated_at) WHERE line_count = 0;
CREATE INDEX carts_by_use ON carts (updated_at);

-- `key_hash` is the SHA-256, in hexadecimal digits, of the key that the client sends with the checkout.
-- `cart_token` is the cart that it was made from, which may have been deleted since.
CREATE TABLE checkouts (
  token      TEXT PRIMARY KEY,
  key_hash   TEXT NOT NULL,
  cart_token TEXT UNIQUE,
  contents   TEXT NOT NULL,
  line_count INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX checkouts_without_lines ON checkouts (updated_at) WHERE line_count = 0;
CREATE INDEX checkouts_by_use ON checkouts (updated_at);

-- How many bytes the carts use, so that strangers cannot fill the disk: the contents, and 400 for the rest of a row and
-- its index entries.
CREATE TABLE basket_bytes (
  kind  TEXT PRIMARY KEY CHECK (kind IN ('carts', 'checkouts')),
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO basket_bytes VALUES ('carts', 0), ('checkouts', 0);

CREATE TRIGGER carts_inserted AFTER INSERT ON carts BEGIN
  UPDATE basket_bytes SET bytes = bytes + octet_length(new.contents) + 400 WHERE kind = 'carts';
END;

CREATE TRIGGER carts_updated AFTER UPDATE OF contents ON carts BEGIN
  UPDATE basket_bytes SET bytes = bytes + octet_length(new.contents) - octet_length(old.contents) WHERE kind = 'carts';
END;

CREATE TRIGGER carts_deleted AFTER DELETE ON carts BEGIN
  UPDATE basket_bytes SET bytes = bytes - octet_length(old.contents) - 400 WHERE kind = 'carts';
END;

CREATE TRIGGER checkouts_inserted AFTER INSERT ON checkouts BEGIN
  UPDATE basket_bytes SET bytes = bytes + octet_length(new.contents) + 400 WHERE kind = 'checkouts';
END;

CREATE TRIGGER checkouts_updated AFTER UPDATE OF contents ON checkouts BEGIN
  UPDATE basket_bytes SET bytes = bytes + octet_length(new.contents) - octet_length(old.contents)
    WHERE kind = 'checkouts';
END;

CREATE TRIGGER checkouts_deleted AFTER DELETE ON checkouts BEGIN
  UPDATE basket_bytes SET bytes = bytes - octet_length(old.contents) - 400 WHERE kind = 'checkouts';
END;
