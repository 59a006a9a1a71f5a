-- Finds the newsletter before another one. Each bounce in an outage looks for it.
CREATE INDEX newsletters_by_start ON newsletters (started_at);
