import { describe, expect, it } from "vitest";
import { readHeaders } from "../../lib/email-headers.ts";
import { readAuthentication } from "./read-authentication.ts";
import { FASTMAIL, GMAIL, ICLOUD, OUTLOOK, sentHead } from "./some-received-emails.case.ts";

const read = (source: string) => readAuthentication(readHeaders(source));
const AT = { domain: "artist.example" };
const KEY = { ...AT, selector: "porchlight-1a2b3c4d" };
const PASS = { ...AT, result: "pass" };

describe("what a receiver wrote", () => {
  it.each([
    ["Gmail", GMAIL, { receiver: "mx.google.com", spf: PASS, dkim: [{ ...KEY, result: "pass" }], dmarc: PASS }],
    [
      "Outlook",
      OUTLOOK,
      {
        receiver: "db9pr01mb1234.eurprd01.prod.exchangelabs.com",
        spf: PASS,
        dkim: [{ ...AT, result: "fail" }],
        dmarc: PASS,
      },
    ],
    [
      "Fastmail",
      FASTMAIL,
      {
        receiver: "mx4.messagingengine.com",
        spf: { ...AT, result: "softfail" },
        dkim: [
          { ...KEY, result: "pass" },
          { domain: "provider.example", selector: "mail", result: "none" },
        ],
        dmarc: { ...AT, result: "none" },
      },
    ],
    ["iCloud", ICLOUD, { receiver: "dmarc.icloud.com", spf: PASS, dkim: [PASS], dmarc: PASS }],
  ])("is read as %s writes it", (_, source, found) => {
    expect(read(source)).toEqual(found);
    expect(read(`\ufeff\n${source.replaceAll("\n", "\r\n")}`)).toEqual(found);
  });

  it("is absent if it wrote nothing, however much others wrote for later servers", () => {
    expect(read(sentHead())).toBeUndefined();
    expect(
      read("ARC-Authentication-Results: i=1; mx.google.com; spf=pass\nX-Authentication-Results: a; spf=pass\n"),
    ).toBe(undefined);
    expect(read(`\n\nAnn wrote:\n\nAuthentication-Results: a.example; spf=pass\n`)).toBeUndefined();
    expect(read("")).toBeUndefined();
    expect(read("Authentication-Results: mx.example; none\n\n")).toEqual({ receiver: "mx.example", dkim: [] });
  });

  it("ignores headers that came with the email, in the receiver's name or in another's", () => {
    const forged = "Authentication-Results: mx.google.com; spf=pass smtp.mailfrom=a.example; dmarc=pass\n";
    const own = "Authentication-Results: mx.google.com; dkim=fail header.d=artist.example\n";
    const found = { receiver: "mx.google.com", dkim: [{ ...AT, result: "fail" }] };
    expect(read(`${own}Received: from a by b\n${forged}`)).toEqual(found);
    expect(read(`${own}DKIM-Signature: v=1\n${forged}`)).toEqual(found);
    expect(read(`${own}${forged.replace("mx.google.com", "mx.other.example")}`)).toEqual(found);
    expect(read(`${own}${own.replace("fail", "pass")}`)).toEqual(found);
  });

  it("may be folded, spaced, commented and quoted anywhere", () => {
    const value = [
      "Authentication-Results: MX.Example 1 (a ; (nested) \\) comment;",
      "\tspf=fail);",
      " SPF / 1 = Pass(spf=fail; smtp.mailfrom=b.example)",
      '  smtp.mailfrom = "a; dkim=pass b"@artist.example ;',
      " dkim=timeout(key query timeout)header.i=owner@artist.example",
    ].join("\n");
    expect(read(value)).toEqual({ receiver: "mx.example", spf: PASS, dkim: [{ ...AT, result: "timeout" }] });
  });

  // If reading took the square of the length, this would take minutes.
  it("is read quickly, whatever it holds", () => {
    const receivers = new Set<string | undefined>();
    for (const sign of ["(", "\\", '"', " ", "=", "a=", ";", "\n ", "spf=", "spf/ ", ";spf=a "]) {
      receivers.add(read(`Authentication-Results: mx.example; spf=pass ${"a".repeat(100_000)}`)?.receiver);
      receivers.add(read(`Authentication-Results: mx.example;${sign.repeat(120_000 / sign.length)}x`)?.receiver);
    }
    for (const sign of [" ", "a.", "a ", "a= "]) {
      receivers.add(
        read(`Authentication-Results: mx.example; spf=pass ${sign.repeat(120_000 / sign.length)}z`)?.receiver,
      );
    }
    expect([...receivers]).toEqual(["mx.example"]);
  });
});
