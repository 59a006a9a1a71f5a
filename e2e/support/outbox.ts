import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect } from "./test.ts";

/** A letter to the owner about a new password. */
export type RecoveryLetter = { to: string; link: string; code: string };

/** How many letters the gateway has written so far. */
export function lettersIn(dataDir: string): number {
  return filesIn(dataDir).length;
}

/** Waits for the letter after so many, and reads link and code out of it. */
export async function nextLetter(dataDir: string, earlier: number): Promise<RecoveryLetter> {
  await expect.poll(() => lettersIn(dataDir)).toBeGreaterThan(earlier);
  // Names are sorted by time.
  const name = filesIn(dataDir).at(-1) ?? "";
  const letter = await PostalMime.parse(readFileSync(join(dataDir, "outbox", name)));
  const text = letter.text ?? "";
  return {
    to: letter.to?.[0]?.address ?? "",
    link: /https?:\S+token_hash=\S+/.exec(text)?.[0] ?? "",
    code: /\b\d{6}\b/.exec(text)?.[0] ?? "",
  };
}

/** Texts of all letters to one address so far, the latest last. */
export async function letterTexts(dataDir: string, to: string): Promise<string[]> {
  const letters = await Promise.all(
    filesIn(dataDir).map((name) => PostalMime.parse(readFileSync(join(dataDir, "outbox", name)))),
  );
  return letters
    .filter((letter) => letter.to?.some(({ address }) => address === to))
    .map(({ subject, text }) => `${subject}\n${text}`);
}

function filesIn(dataDir: string): string[] {
  const outbox = join(dataDir, "outbox");
  return existsSync(outbox)
    ? readdirSync(outbox)
        .filter((name) => name.endsWith(".eml"))
        .sort()
    : [];
}
