import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect } from "./test.ts";

/** A letter to the owner about a new password. */
export type RecoveryEmail = { to: string; link: string; code: string };

/** Names of the letters that the gateway has written so far, the latest last. */
export function emailsIn(dataDir: string): string[] {
  const outbox = join(dataDir, "outbox");
  return existsSync(outbox)
    ? readdirSync(outbox)
        .filter((name) => name.endsWith(".eml"))
        .sort()
    : [];
}

/**
 * Waits for a letter about a new password beside the earlier ones, and reads link and code out of it. Others may come
 * meanwhile: what happened to the sign-in before is told the owner in a moment of its own.
 */
export async function nextEmail(dataDir: string, earlier: string[]): Promise<RecoveryEmail> {
  const found: RecoveryEmail[] = [];
  const look = async () => {
    for (const name of emailsIn(dataDir).filter((each) => !earlier.includes(each))) {
      const { to, text = "" } = await PostalMime.parse(readFileSync(join(dataDir, "outbox", name)));
      const link = /https?:\S+token_hash=\S+/.exec(text)?.[0];
      if (link) found.push({ to: to?.[0]?.address ?? "", link, code: /\b\d{6}\b/.exec(text)?.[0] ?? "" });
    }
    return found.length;
  };
  await expect.poll(look).toBe(1);
  const [letter] = found;
  if (!letter) throw new Error("No letter about a new password.");
  return letter;
}

/** Texts of all letters to one address so far, the latest last. */
export async function emailTexts(dataDir: string, to: string): Promise<string[]> {
  const letters = await Promise.all(
    emailsIn(dataDir).map((name) => PostalMime.parse(readFileSync(join(dataDir, "outbox", name)))),
  );
  return letters
    .filter((letter) => letter.to?.some(({ address }) => address === to))
    .map(({ subject, text }) => `${subject}\n${text}`);
}
