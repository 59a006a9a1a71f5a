import { SUBSCRIBERS_TABLE } from "@porchlight/protocol/subscriber.ts";
import type { Reader } from "../../../data/statements.ts";
import { mailboxKey } from "../../../lib/email-address.ts";

/**
 * Active addresses of one mailbox, such as `ann@` and `ann+x@`, that sign-ups can reach without a confirmation. A
 * newsletter goes to each of them, and a stranger could add new spellings every day.
 */
const SPELLINGS_MAX = 3;

/** The name before the @ without its tag. A + at the very start belongs to the name, and a domain has none. */
const NAME = `substr(email, 1, CASE WHEN instr(substr(email, 2), '+') > 0 THEN instr(substr(email, 2), '+')
  ELSE instr(email, '@') - 1 END)`;

/** The key of an address's mailbox in SQL, equal to {@link mailboxKey}. The index of migration 28 has the same text. */
const KEY = `CASE WHEN email GLOB '*@gmail.com' OR email GLOB '*@googlemail.com'
  THEN replace(${NAME}, '.', '') || '@gmail.com' ELSE ${NAME} || substr(email, instr(email, '@')) END`;

/** Whether an address may differ from its key. The index holds only such addresses, since most are plain. */
const MAY_DIFFER = "instr(substr(email, 2), '+') > 0 OR email GLOB '*.*@gmail.com' OR email GLOB '*@googlemail.com'";

/** Counts the active addresses of a mailbox by its key, as far as the limit. */
export const COUNT = `
  SELECT count(*) AS spellings FROM (
    SELECT 1 FROM ${SUBSCRIBERS_TABLE} WHERE email = ?1 AND status = 'active'
    UNION ALL
    SELECT 1 FROM ${SUBSCRIBERS_TABLE} WHERE ${KEY} = ?1 AND (${MAY_DIFFER}) AND status = 'active'
    LIMIT ${SPELLINGS_MAX}
  )`;

/** Whether a mailbox has as many active addresses on the list as sign-ups can add without a confirmation. */
export function isMailboxFull(reader: Reader, email: string): boolean {
  const row = reader.get<{ spellings: number }>(COUNT, mailboxKey(email));
  return (row?.spellings ?? 0) >= SPELLINGS_MAX;
}
