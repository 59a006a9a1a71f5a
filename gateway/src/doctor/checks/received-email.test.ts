import { describe, expect, it } from "vitest";
import { FASTMAIL, GMAIL, ICLOUD, OUTLOOK, sentHead } from "../../services/mail/some-received-emails.case.ts";
import { statusesOf, the } from "../a-site.case.ts";
import { checkReceivedEmail } from "./received-email.ts";

const statuses = (source: string) =>
  Object.fromEntries(
    Object.entries(statusesOf(checkReceivedEmail(source))).map(([id, status]) => [
      id.replace("mail-received-", ""),
      status,
    ]),
  );
const GOOD = { spf: "good", dkim: "good", dmarc: "good", unsubscribe: "good" };

/** A test email with these results of its receiver. */
const saying = (results: string, sent = sentHead()) => `Authentication-Results: mx.example; ${results}\n${sent}`;

describe("what the receiver of a test email saw", () => {
  it.each([
    ["Gmail", GMAIL, GOOD],
    ["iCloud", ICLOUD, GOOD],
    ["Outlook", OUTLOOK, { ...GOOD, dkim: "bad", unsubscribe: "look" }],
    ["Fastmail", FASTMAIL, { ...GOOD, spf: "bad", dmarc: "look" }],
  ])("is reported for %s", (_, source, found) => {
    expect(statuses(source)).toEqual(found);
  });

  it("names the receiver, the domain and the key, and says what to do next", () => {
    const findings = checkReceivedEmail(saying("spf=none smtp.mailfrom=artist.example; dkim=none"));
    expect(the("mail-received-dkim", checkReceivedEmail(GMAIL)).found).toBe(
      "mx.google.com says pass for artist.example, key porchlight-1a2b3c4d.",
    );
    expect(the("mail-received-spf", findings)).toMatchObject({
      status: "bad",
      found: "mx.example says none for artist.example.",
      next: expect.stringContaining("v=spf1"),
    });
    expect(the("mail-received-dkim", findings).found).toBe("mx.example sees no signature of artist.example.");
    expect(the("mail-received-dmarc", findings).next).toBe(
      "Add a TXT record at _dmarc.artist.example: v=DMARC1; p=none",
    );
  });

  it.each([
    ["spf=neutral smtp.mailfrom=artist.example", { spf: "look" }],
    ["spf=permerror smtp.mailfrom=artist.example", { spf: "bad" }],
    ["spf=temperror smtp.mailfrom=artist.example", { spf: "unknown" }],
    ["dmarc=pass header.from=artist.example", { spf: "look", dkim: "bad", dmarc: "good" }],
    ["dmarc=fail header.from=artist.example", { dmarc: "bad" }],
    ["dmarc=temperror header.from=artist.example", { dmarc: "unknown" }],
    ["dmarc=bestguesspass header.from=artist.example", { dmarc: "look" }],
    ["dkim=timeout header.d=artist.example", { dkim: "unknown" }],
    ["dkim=neutral header.d=artist.example", { dkim: "bad" }],
    ["dkim=pass header.d=provider.example; dkim=fail header.d=artist.example", { dkim: "bad" }],
    ["dkim=pass header.d=provider.example", { dkim: "look", unsubscribe: "look" }],
    ["dkim=fail header.d=provider.example; dkim=pass header.d=mail.artist.example", { dkim: "good" }],
  ])("decides about the findings: %s", (results, found) => {
    expect(statuses(saying(results))).toMatchObject(found);
  });

  it("counts both headers of one-click unsubscribing only in a signature of the domain that passed", () => {
    const pass = "dkim=pass header.d=artist.example header.s=porchlight-1a2b3c4d";
    const of = (sent: string, results = pass) => statuses(saying(results, sent)).unsubscribe;
    expect(of(sentHead())).toBe("good");
    expect(of(sentHead({ signed: "From:List-Unsubscribe" }))).toBe("look");
    expect(of(sentHead({ domain: "forged.example" }))).toBe("look");
    expect(of(sentHead(), pass.replace("1a2b3c4d", "other"))).toBe("look");
    expect(of(sentHead().replace("List-Unsubscribe-Post:", "X-Post:"))).toBe("look");
    expect(of(sentHead().replaceAll(/^List-Unsub.*\n/gm, ""))).toBeUndefined();
  });

  it("is unknown if the receiver recorded nothing, and a text that is not an email is rejected", () => {
    expect(checkReceivedEmail(sentHead())).toMatchObject([{ id: "mail-received", status: "unknown" }]);
    expect(checkReceivedEmail("Hello Ann\n\nIt is out.")).toMatchObject([{ id: "mail-received", status: "bad" }]);
    expect(checkReceivedEmail("")).toMatchObject([{ status: "bad", next: expect.stringContaining("Show original") }]);
  });
});
