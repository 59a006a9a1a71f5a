-- Card payments whose orders no longer exist. A row is stored before the refund and deleted once the email to the owner
-- is stored on disk. Older rows were left when the site was killed or the processor could not be reached.
CREATE TABLE lost_payments (
  session_id TEXT PRIMARY KEY,
  -- What is known about the payment, as JSON.
  payment    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
