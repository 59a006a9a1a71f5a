-- Carts that go before others when there are too many: those that take up more than a fan's do.
CREATE INDEX carts_large ON carts (updated_at) WHERE octet_length(contents) > 4000;
CREATE INDEX checkouts_large ON checkouts (updated_at) WHERE octet_length(contents) > 4000;
