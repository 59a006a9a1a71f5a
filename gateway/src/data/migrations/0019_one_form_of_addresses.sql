-- Addresses as the door normalises them since. Both functions are the program's own; they leave what is no address.
-- ASCII addresses were in this form already, but for a dot at their end. One that is there twice then stays as it is.
UPDATE OR IGNORE newsletter_subscribers SET email = normalised_email(email)
WHERE (email GLOB '*[^ -~]*' OR email GLOB '*.') AND email <> normalised_email(email);

-- A code is used once per mailbox. The same order may have used it once only, so that no two rows become one.
UPDATE discount_uses SET email = mailbox_key(email) WHERE email <> mailbox_key(email);
