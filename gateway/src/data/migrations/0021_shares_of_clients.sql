-- How much space each client's carts and checkouts use, so that one client cannot displace those of others. `client` is
-- a keyed hash of the network address of the first request. Older rows have none and count for no client.
ALTER TABLE carts ADD COLUMN client TEXT;
ALTER TABLE checkouts ADD COLUMN client TEXT;
CREATE INDEX carts_of_clients ON carts (client, updated_at) WHERE client IS NOT NULL;
CREATE INDEX checkouts_of_clients ON checkouts (client, updated_at) WHERE client IS NOT NULL;

CREATE TABLE client_bytes (
  kind   TEXT NOT NULL CHECK (kind IN ('carts', 'checkouts')),
  client TEXT NOT NULL,
  bytes  INTEGER NOT NULL,
  PRIMARY KEY (kind, client)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_bytes_by_size ON client_bytes (kind, bytes);

-- Counted like `basket_bytes`: bytes of the contents, and 400 for the rest of a row.
CREATE TRIGGER carts_of_client_inserted AFTER INSERT ON carts WHEN new.client IS NOT NULL BEGIN
  INSERT INTO client_bytes VALUES ('carts', new.client, octet_length(new.contents) + 400)
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER carts_of_client_updated AFTER UPDATE OF contents ON carts WHEN new.client IS NOT NULL BEGIN
  UPDATE client_bytes SET bytes = bytes + octet_length(new.contents) - octet_length(old.contents)
    WHERE kind = 'carts' AND client = new.client;
END;

CREATE TRIGGER carts_of_client_deleted AFTER DELETE ON carts WHEN old.client IS NOT NULL BEGIN
  UPDATE client_bytes SET bytes = bytes - octet_length(old.contents) - 400 WHERE kind = 'carts' AND client = old.client;
  DELETE FROM client_bytes WHERE kind = 'carts' AND client = old.client AND bytes <= 0;
END;

CREATE TRIGGER checkouts_of_client_inserted AFTER INSERT ON checkouts WHEN new.client IS NOT NULL BEGIN
  INSERT INTO client_bytes VALUES ('checkouts', new.client, octet_length(new.contents) + 400)
    ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER checkouts_of_client_updated AFTER UPDATE OF contents ON checkouts WHEN new.client IS NOT NULL BEGIN
  UPDATE client_bytes SET bytes = bytes + octet_length(new.contents) - octet_length(old.contents)
    WHERE kind = 'checkouts' AND client = new.client;
END;

CREATE TRIGGER checkouts_of_client_deleted AFTER DELETE ON checkouts WHEN old.client IS NOT NULL BEGIN
  UPDATE client_bytes SET bytes = bytes - octet_length(old.contents) - 400
    WHERE kind = 'checkouts' AND client = old.client;
  DELETE FROM client_bytes WHERE kind = 'checkouts' AND client = old.client AND bytes <= 0;
END;
