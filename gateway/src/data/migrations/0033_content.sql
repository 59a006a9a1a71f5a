-- What the owner writes in the dashboard.
--
-- Texts of the content folder's files, for drafts, versions and merging. `hash` is the SHA-256 of the text. `seen` grows
-- with each use, so that the oldest can be deleted.
CREATE TABLE content_texts (
  hash TEXT PRIMARY KEY,
  file TEXT NOT NULL,
  text TEXT NOT NULL,
  seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX content_texts_by_file ON content_texts (file, seen);
CREATE INDEX content_texts_by_use ON content_texts (seen);

-- `base_hash` is the text of the folder on which the draft is based; NULL: the folder had no such file. `clashes` lists
-- values that were changed in the draft and in the folder, as JSON; the draft has those of the folder. `hash` is NULL if
-- the draft removes the file.
CREATE TABLE content_drafts (
  file TEXT PRIMARY KEY,
  base_hash TEXT REFERENCES content_texts (hash),
  hash TEXT REFERENCES content_texts (hash),
  began_at TEXT NOT NULL,
  clashes TEXT NOT NULL DEFAULT '[]'
) STRICT, WITHOUT ROWID;

CREATE TABLE content_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('published', 'restored', 'by-hand')),
  -- The account of the owner; NULL for changes by hand.
  by TEXT
) STRICT;

-- The files that a version changed. A hash is NULL where the file did not exist.
CREATE TABLE content_changes (
  version_id INTEGER NOT NULL REFERENCES content_versions (id) ON DELETE CASCADE,
  file TEXT NOT NULL,
  before_hash TEXT REFERENCES content_texts (hash),
  after_hash TEXT REFERENCES content_texts (hash),
  -- 1 until the file is written: a start after a crash writes it.
  is_pending INTEGER NOT NULL DEFAULT 0 CHECK (is_pending IN (0, 1)),
  PRIMARY KEY (version_id, file)
) STRICT, WITHOUT ROWID;

CREATE INDEX content_changes_by_file ON content_changes (file, version_id);
CREATE INDEX content_changes_pending ON content_changes (version_id) WHERE is_pending = 1;

-- When all drafts are to be published, and why that failed; at most one row.
CREATE TABLE content_schedule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  publish_at TEXT NOT NULL,
  by TEXT NOT NULL,
  failure TEXT
) STRICT;
