import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect } from "./test.ts";

/** The email to the owner about a new password. */
type RecoveryEmail = { to: string; link: string; code: string };

/** File names of the emails that the gateway has written so far, latest last. */
export function emailsIn(dataDir: string): string[] {
  const outbox = join(dataDir, "outbox");
  return existsSync(outbox)
    ? readdirSync(outbox)
        .filter((name) => name.endsWith(".eml"))
        .sort()
    : [];
}

/**
 * Waits for a new email about the password and reads its link and code. Other emails may arrive meanwhile: the gateway
 * notifies the owner about changes of the sign-in methods on its own schedule.
 */
export async function nextEmail(dataDir: string, earlier: string[]): Promise<RecoveryEmail> {
  const found: RecoveryEmail[] = [];
  const readNew = async () => {
    for (const name of emailsIn(dataDir).filter((each) => !earlier.includes(each))) {
      const { to, text = "" } = await PostalMime.parse(readFileSync(join(dataDir, "outbox", name)));
      const link = /https?:\S+token_hash=\S+/.exec(text)?.[0];
      if (link) found.push({ to: to?.[0]?.address ?? "", link, code: /\b\d{6}\b/.exec(text)?.[0] ?? "" });
    }
    return found.length;
  };
  await expect.poll(readNew).toBe(1);
  const [email] = found;
  if (!email) throw new Error("No email about a new password.");
  return email;
}

/** All emails to one address so far, latest last. */
async function emailsTo(dataDir: string, to: string) {
  const emails = await Promise.all(
    emailsIn(dataDir).map((name) => PostalMime.parse(readFileSync(join(dataDir, "outbox", name)))),
  );
  return emails.filter((email) => email.to?.some(({ address }) => address === to));
}

/** Subjects and texts of all emails to one address so far, latest last. */
export async function emailTexts(dataDir: string, to: string): Promise<string[]> {
  return (await emailsTo(dataDir, to)).map(({ subject, text }) => `${subject}\n${text}`);
}

/** The HTML of the latest email to one address, as soon as there is one. */
export async function emailHtml(dataDir: string, to: string): Promise<string> {
  await expect.poll(() => emailsTo(dataDir, to)).not.toEqual([]);
  return (await emailsTo(dataDir, to)).at(-1)?.html ?? "";
}
