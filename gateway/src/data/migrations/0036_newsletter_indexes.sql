-- SQLite uses a partial index only for a query that repeats its condition word for word, which the earlier ones of these
-- tables could not have. Recipients that are being sent to are no longer in it: each email would write to it twice.
DROP INDEX newsletters_at_work;
CREATE INDEX newsletters_by_state ON newsletters (state);

-- services/newsletter/builtin/recipients.ts has the same condition.
DROP INDEX newsletter_recipients_special;
CREATE INDEX newsletter_recipients_special ON newsletter_recipients (newsletter_id, state, id)
  WHERE state IN ('refused', 'in-doubt', 'gone');
