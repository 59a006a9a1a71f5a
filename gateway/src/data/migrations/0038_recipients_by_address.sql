-- Finds the recipients with an address where the list is elsewhere. A recipient of the list in this file is found by the
-- subscriber's id: an index of all of them would make freezing four times as slow.
CREATE INDEX newsletter_recipients_by_address ON newsletter_recipients (email) WHERE token IS NOT NULL;
