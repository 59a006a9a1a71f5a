// A robot with many network addresses signs up one person's mailbox in many spellings.
import { describe, expect, it } from "vitest";
import { aGateway } from "../gateway-in-memory.ts";

const ORIGIN = "https://artist.example";

/** Counts the allowed sign-ups, each of which comes from another network address. */
async function passing(request: (email: string) => Request, emails: readonly string[]): Promise<number> {
  const gateway = aGateway();
  let passed = 0;
  for (const [at, email] of emails.entries()) {
    const { status } = await gateway.fetch(request(email), { key: `robot ${at}`, address: "192.0.2.1" });
    if (status < 400) passed += 1;
    else expect(status).toBe(429);
  }
  return passed;
}

const byFooter = (email: string) =>
  new Request(`${ORIGIN}/rest/v1/newsletter_subscribers`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, status: "active", source: "website-footer" }),
  });
const byDialog = (email: string) =>
  new Request(`${ORIGIN}/mailing-list/subscribe/post-json?${new URLSearchParams({ EMAIL: email })}`);

const spellings = {
  "with tags": (n: number) => `bombed+${n}@example.com`,
  "with compatibility characters": (n: number) =>
    `target@${[..."gmail.com"].map((sign, at) => ((n >> at) % 2 && sign !== "." ? fullWidth(sign) : sign)).join("")}`,
  "with dots that its provider ignores": (n: number) =>
    `${[..."target"].map((sign, at) => ((n >> at) % 2 ? `${sign}.` : sign)).join("")}x@gmail.com`,
  "with the dots, hyphens and names that Proton ignores": (n: number) =>
    `${[..."target"].map((sign, at) => ((n >> at) % 2 ? `${sign}${".-_"[at % 3]}` : sign)).join("")}x@${n % 2 ? "proton.me" : "protonmail.com"}`,
  "with names before a domain of their own at Fastmail": (n: number) => `shop${n}@target.fastmail.com`,
  "in capitals or with a dot at the end": (n: number) => (n % 2 ? "Bombed@Example.com" : "bombed@EXAMPLE.com."),
};

describe.each([
  ["the footer", byFooter],
  ["the dialog", byDialog],
])("sign-ups by %s for one mailbox", (_form, request) => {
  it.each(Object.entries(spellings))("are limited to five in total if it is spelled %s", async (_how, spell) => {
    const emails = Array.from({ length: 30 }, (_, n) => spell(n));
    expect(await passing(request, emails)).toBe(5);
  });

  it("do not count for similar mailboxes", async () => {
    const emails = Array.from({ length: 30 }, (_, n) => `fan${n}@example.com`);
    expect(await passing(request, emails)).toBe(30);
  });
});

function fullWidth(sign: string): string {
  return String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0);
}
