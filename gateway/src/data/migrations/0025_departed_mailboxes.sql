-- Addresses that left the list or were removed, so that no other spelling of their mailbox, `ann+x@`, is signed up without
-- asking it. Both are keyed hashes, as in suppressed_addresses.
CREATE TABLE departed_addresses (
  address_hash TEXT PRIMARY KEY,
  mailbox_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX departed_addresses_by_mailbox ON departed_addresses (mailbox_hash);

-- Of those that left, the address is known. The functions are the program's own.
INSERT OR IGNORE INTO list_secret (id, secret)
SELECT 1, new_list_secret() WHERE EXISTS (SELECT 1 FROM newsletter_subscribers WHERE status = 'unsubscribed');
INSERT INTO departed_addresses
SELECT address_hash(secret, email), address_hash(secret, mailbox_key(email)) FROM newsletter_subscribers, list_secret
WHERE status = 'unsubscribed';

-- Of those that were removed only a hash is known. It counts as the mailbox's, which it is for every address that was
-- written plainly; the mailbox of `ann+x@` cannot be found out.
INSERT OR IGNORE INTO departed_addresses SELECT address_hash, address_hash FROM suppressed_addresses;

-- A mailbox gets one confirmation email a day, however its address is spelled. A request stays until its address comes
-- back, so that a second sign-up is answered as one of an address on the list.
ALTER TABLE return_requests ADD COLUMN mailbox_hash TEXT;
UPDATE return_requests SET mailbox_hash = coalesce(
  (SELECT mailbox_hash FROM departed_addresses AS departed WHERE departed.address_hash = return_requests.address_hash),
  address_hash
);
CREATE INDEX return_requests_by_mailbox ON return_requests (mailbox_hash, requested_at);
