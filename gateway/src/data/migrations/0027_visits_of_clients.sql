-- The network address that limits count by, so that no client displaces the visits of others.
ALTER TABLE open_id_visits ADD COLUMN client TEXT NOT NULL DEFAULT '';
