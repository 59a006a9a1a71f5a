import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anOutside, aSite, NOW, statusesOf, the } from "../a-site.case.ts";
import { checkMailWaiting } from "./mail-waiting.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The findings when emails wait. Each email has an age and the rest of its file name. */
async function found({
  waiting = [],
  givenUp = [],
  smtp = true,
}: {
  waiting?: readonly (readonly [ageMs: number, rest: string])[];
  givenUp?: readonly (readonly [ageMs: number, rest: string])[];
  smtp?: boolean;
}) {
  const site = aSite(smtp ? { SMTP_URL: "smtp://127.0.0.1:25", MAIL_FROM: "hello@harbour.example" } : {});
  for (const [folder, emails] of Object.entries({ waiting, "given-up": givenUp })) {
    const dir = join(site.places?.dataDir ?? "", "outbox", folder);
    mkdirSync(dir, { recursive: true });
    for (const [n, [ageMs, rest]] of emails.entries()) {
      const time = new Date(NOW.getTime() - ageMs).toISOString().replaceAll(":", "-");
      writeFileSync(join(dir, `${time}-${String(n).padStart(4, "0")}-9f86d081${rest}`), "ann@example.com");
    }
  }
  return checkMailWaiting(site, anOutside());
}

describe("emails that wait for the mail server", () => {
  it("are good when there are none, or only those of a busy hour", async () => {
    expect(the("mail-waiting", await found({}))).toEqual({
      id: "mail-waiting",
      title: "Emails on their way",
      status: "good",
      found: "None waits.",
    });
    const findings = await found({ waiting: Array.from({ length: 120 }, () => [MINUTE_MS, ".json"] as const) });
    expect(the("mail-waiting", findings)).toMatchObject({ status: "good", found: "120 emails are going out." });
  });

  it.each([
    ["EAUTH", "The mail server refused the name and password."],
    ["sender", "The mail server refused the sender."],
    ["ETLS", "The mail server offered no TLS that can be trusted."],
    ["451", "The mail server answered 451, not now."],
    ["ESOCKET", "The mail server could not be reached (ESOCKET)."],
  ])("are reported with their number, their time and the reason (%s)", async (problem, why) => {
    const later = NOW.getTime() + MINUTE_MS;
    const findings = await found({
      waiting: [
        [5 * HOUR_MS, `.after-${later}-${problem}.json`],
        [3 * MINUTE_MS, `.until-${later}.json`],
      ],
    });
    const finding = the("mail-waiting", findings);
    expect(finding.status).toBe("bad");
    expect(finding.found).toBe(`2 emails wait, the oldest since 2026-11-21 07:00 UTC. ${why}`);
    expect(finding.next).toContain("two days");
    expect(JSON.stringify(findings)).not.toContain("ann@");
  });

  it("are worth a look after a short while", async () => {
    const findings = await found({ waiting: [[20 * MINUTE_MS, ".json"]] });
    expect(the("mail-waiting", findings)).toMatchObject({
      status: "look",
      found: "1 email waits, the oldest since 2026-11-21 11:40 UTC.",
    });
  });

  it("are reported even if the settings name no mail server any more; without such emails, there is no finding", async () => {
    expect(the("mail-waiting", await found({ waiting: [[HOUR_MS, ".json"]], smtp: false })).status).toBe("bad");
    expect(await found({ smtp: false })).toEqual([]);
  });
});

describe("emails that the site no longer tries to send", () => {
  it("are reported until the owner removes them, with their number, the time of the latest, and the reason", async () => {
    const findings = await found({
      givenUp: [
        [30 * HOUR_MS, ".ESOCKET.eml"],
        [2 * HOUR_MS, ".550.eml"],
      ],
    });
    expect(statusesOf(findings)).toEqual({ "mail-waiting": "good", "mail-given-up": "look" });
    const finding = the("mail-given-up", findings);
    expect(finding.found).toBe(
      "2 emails could not be delivered, the latest from 2026-11-21 10:00 UTC. The mail server refused it for good (550).",
    );
    expect(finding.next).toContain("outbox/given-up");
  });

  it("are reported with the server's last error after two days of attempts", async () => {
    const findings = await found({ givenUp: [[50 * HOUR_MS, ".EAUTH.eml"]] });
    expect(the("mail-given-up", findings).found).toBe(
      "1 email could not be delivered, the latest from 2026-11-19 10:00 UTC. The mail server refused the name and password.",
    );
  });
});
