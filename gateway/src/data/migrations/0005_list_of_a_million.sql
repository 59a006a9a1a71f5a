-- Indexes and counts for the dashboard's queries on a list of a million. Source: docs/product.md §2, Admin.

-- Serves one source by time.
CREATE INDEX newsletter_subscribers_by_source ON newsletter_subscribers (source, subscribed_at);
-- Serves the few unsubscribed by time. Active ones are so many that the index by time finds them at once.
CREATE INDEX newsletter_subscribers_unsubscribed ON newsletter_subscribers (subscribed_at)
  WHERE status = 'unsubscribed';

-- How many joined on a day (UTC), so that no query has to count a million rows.
CREATE TABLE newsletter_subscriber_counts (
  day    TEXT NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  count  INTEGER NOT NULL,
  PRIMARY KEY (day, source, status)
) STRICT, WITHOUT ROWID;

INSERT INTO newsletter_subscriber_counts
SELECT substr(subscribed_at, 1, 10), source, status, count(*) FROM newsletter_subscribers GROUP BY 1, 2, 3;

-- Which addresses hold three given characters in a row. It stores no text: each match is checked against its row.
-- Without positions it has a third of the size and is faster to write.
CREATE VIRTUAL TABLE newsletter_subscribers_search USING fts5 (
  email, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
);
-- A deleted address is erased from the file at once, not in a later merge.
INSERT INTO newsletter_subscribers_search (newsletter_subscribers_search, rank) VALUES ('secure-delete', 1);
INSERT INTO newsletter_subscribers_search (rowid, email) SELECT id, lower(email) FROM newsletter_subscribers;

CREATE TRIGGER newsletter_subscribers_inserted AFTER INSERT ON newsletter_subscribers BEGIN
  INSERT INTO newsletter_subscriber_counts VALUES (substr(new.subscribed_at, 1, 10), new.source, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO newsletter_subscribers_search (rowid, email) VALUES (new.id, lower(new.email));
END;

CREATE TRIGGER newsletter_subscribers_deleted AFTER DELETE ON newsletter_subscribers BEGIN
  UPDATE newsletter_subscriber_counts SET count = count - 1
    WHERE day = substr(old.subscribed_at, 1, 10) AND source = old.source AND status = old.status;
  DELETE FROM newsletter_subscriber_counts
    WHERE day = substr(old.subscribed_at, 1, 10) AND source = old.source AND status = old.status AND count = 0;
  INSERT INTO newsletter_subscribers_search (newsletter_subscribers_search, rowid, email)
    VALUES ('delete', old.id, lower(old.email));
END;

CREATE TRIGGER newsletter_subscribers_updated
AFTER UPDATE OF id, email, status, source, subscribed_at ON newsletter_subscribers BEGIN
  UPDATE newsletter_subscriber_counts SET count = count - 1
    WHERE day = substr(old.subscribed_at, 1, 10) AND source = old.source AND status = old.status;
  DELETE FROM newsletter_subscriber_counts
    WHERE day = substr(old.subscribed_at, 1, 10) AND source = old.source AND status = old.status AND count = 0;
  INSERT INTO newsletter_subscribers_search (newsletter_subscribers_search, rowid, email)
    VALUES ('delete', old.id, lower(old.email));
  INSERT INTO newsletter_subscriber_counts VALUES (substr(new.subscribed_at, 1, 10), new.source, new.status, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
  INSERT INTO newsletter_subscribers_search (rowid, email) VALUES (new.id, lower(new.email));
END;
