-- Somebody who is removed from the list is named by no newsletter and no bounce any more. Their rows stay without an
-- address, because newsletters count them. A row keeps its domain while its email may be on its way: the row is found by
-- it. services/newsletter/builtin/recipients.ts does the same where the list is elsewhere.
CREATE TRIGGER newsletter_subscribers_removed AFTER DELETE ON newsletter_subscribers BEGIN
  UPDATE newsletter_recipients
    SET email = '', domain = CASE WHEN state IN ('waiting', 'sending') THEN domain ELSE '' END
    WHERE newsletter_id IN (SELECT id FROM newsletters) AND domain = substr(old.email, instr(old.email, '@') + 1)
      AND id = old.id AND email = old.email;
  UPDATE bounces SET email = '' WHERE email = old.email;
END;

-- Those who were removed before.
UPDATE newsletter_recipients SET email = ''
  WHERE token IS NULL AND NOT EXISTS (
    SELECT 1 FROM newsletter_subscribers AS present
    WHERE present.id = newsletter_recipients.id AND present.email = newsletter_recipients.email
  );
