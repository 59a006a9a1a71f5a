-- Unsubscribe links, and removed addresses that must not come back. Source: docs/product.md §3.

-- The secret for unsubscribe links and the hashes below: 32 random bytes in base64url, created when first needed.
-- It never changes, because emails sent long ago hold these links.
CREATE TABLE list_secret (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  secret TEXT NOT NULL
) STRICT;

-- Addresses that the owner removed, so that no import adds them again. Only a keyed hash of each is stored, in
-- hexadecimal digits: without the secret nobody can test addresses against it. `removed_on` is a day, "2026-03-01".
CREATE TABLE suppressed_addresses (
  address_hash TEXT PRIMARY KEY,
  removed_on   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The address does not change when a subscriber unsubscribes or comes back. So the search index is not updated then,
-- which would take some 3 ms in a list of a million.
DROP TRIGGER newsletter_subscribers_updated;

CREATE TRIGGER newsletter_subscribers_recounted
AFTER UPDATE OF status, source, subscribed_at ON newsletter_subscribers BEGIN
  UPDATE newsletter_subscriber_counts SET count = count - 1
    WHERE day = substr(old.subscribed_at, 1, 10) AND source = old.source AND status = old.status;
  DELETE FROM newsletter_subscriber_counts
    WHERE day = substr(old.subscribed_at, 1, 10) AND source = old.source AND status = old.status AND count = 0;
  INSERT INTO newsletter_subscriber_counts VALUES (substr(new.subscribed_at, 1, 10), new.source, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER newsletter_subscribers_readdressed AFTER UPDATE OF id, email ON newsletter_subscribers BEGIN
  INSERT INTO newsletter_subscribers_search (newsletter_subscribers_search, rowid, email)
    VALUES ('delete', old.id, lower(old.email));
  INSERT INTO newsletter_subscribers_search (rowid, email) VALUES (new.id, lower(new.email));
END;
