-- Addresses that unsubscribed or were removed, so that another spelling of their mailbox, such as `ann+x@`, needs a
-- confirmation too. Both columns are keyed hashes, as in suppressed_addresses.
CREATE TABLE departed_addresses (
  address_hash TEXT PRIMARY KEY,
  mailbox_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX departed_addresses_by_mailbox ON departed_addresses (mailbox_hash);

-- For unsubscribed subscribers the address is known. The functions are the program's own.
INSERT OR IGNORE INTO list_secret (id, secret)
SELECT 1, new_list_secret() WHERE EXISTS (SELECT 1 FROM newsletter_subscribers WHERE status = 'unsubscribed');
INSERT INTO departed_addresses
SELECT address_hash(secret, email), address_hash(secret, mailbox_key(email)) FROM newsletter_subscribers, list_secret
WHERE status = 'unsubscribed';

-- For removed addresses only a hash is known. We take it as the mailbox's hash, which is right for a plain spelling.
-- The mailbox of a removed `ann+x@` cannot be found.
INSERT OR IGNORE INTO departed_addresses SELECT address_hash, address_hash FROM suppressed_addresses;

-- A mailbox gets one confirmation email a day, in all its spellings. A request is stored until its address is back on
-- the list, so that a second sign-up gets the same response as an address on the list.
ALTER TABLE return_requests ADD COLUMN mailbox_hash TEXT;
UPDATE return_requests SET mailbox_hash = coalesce(
  (SELECT mailbox_hash FROM departed_addresses AS departed WHERE departed.address_hash = return_requests.address_hash),
  address_hash
);
CREATE INDEX return_requests_by_mailbox ON return_requests (mailbox_hash, requested_at);
