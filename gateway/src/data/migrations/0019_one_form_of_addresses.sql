-- Normalises stored addresses as sign-ups are normalised since. Both functions are the program's own; they return a
-- text that is no address unchanged. ASCII addresses had this form already, except for a dot at their end. An address
-- whose normalised form is on the list already does not change.
UPDATE OR IGNORE newsletter_subscribers SET email = normalised_email(email)
WHERE (email GLOB '*[^ -~]*' OR email GLOB '*.') AND email <> normalised_email(email);

-- A code is used once per mailbox, and at most once by an order: so no two rows become one.
UPDATE discount_uses SET email = mailbox_key(email) WHERE email <> mailbox_key(email);
