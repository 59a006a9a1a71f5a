-- Carts and checkouts that are deleted before others when there are too many: those larger than a fan's.
CREATE INDEX carts_large ON carts (updated_at) WHERE octet_length(contents) > 4000;
CREATE INDEX checkouts_large ON checkouts (updated_at) WHERE octet_length(contents) > 4000;
