-- Card payments whose orders are not here any more: stored before they are paid back, and gone once the owner's letter
-- about that lies on disk. What stands here later is what a kill, or a processor that could not be asked, left.
CREATE TABLE lost_payments (
  session_id TEXT PRIMARY KEY,
  -- What is known of the payment, as JSON.
  payment    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
