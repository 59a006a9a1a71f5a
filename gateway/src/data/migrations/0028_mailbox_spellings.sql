-- Counts the addresses of one mailbox, such as ann@ and ann+x@, so that strangers cannot put it on the list in one
-- spelling after another. It holds only addresses that may differ from the key of their mailbox. The texts are the same
-- as in services/database/builtin/mailbox-spellings.ts: otherwise SQLite would not use the index.
CREATE INDEX newsletter_subscribers_spellings ON newsletter_subscribers (
  CASE WHEN email GLOB '*@gmail.com' OR email GLOB '*@googlemail.com'
    THEN replace(substr(email, 1, CASE WHEN instr(substr(email, 2), '+') > 0 THEN instr(substr(email, 2), '+')
      ELSE instr(email, '@') - 1 END), '.', '') || '@gmail.com'
    ELSE substr(email, 1, CASE WHEN instr(substr(email, 2), '+') > 0 THEN instr(substr(email, 2), '+')
      ELSE instr(email, '@') - 1 END) || substr(email, instr(email, '@')) END
) WHERE instr(substr(email, 2), '+') > 0 OR email GLOB '*.*@gmail.com' OR email GLOB '*@googlemail.com';
