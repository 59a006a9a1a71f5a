import { describe, expect, it } from "vitest";
import { OUTLOOK } from "../../services/mail/some-received-emails.case.ts";
import { type MailboxState, storeMailboxState, storeMailState } from "../../services/shared/mail-states.ts";
import { aDataFile } from "../../testing/a-data-file.ts";
import { anOutside, aSite, NOW, statusesOf, the } from "../a-site.case.ts";
import { checkMailbox } from "./mailbox.ts";

const SMTP = { SMTP_URL: "smtp://mail.artist.example", MAIL_FROM: "hello@artist.example" };
const MAILBOX = {
  ...SMTP,
  BOUNCE_ADDRESS: "bounces@artist.example",
  BOUNCE_IMAP_URL: "imaps://bounces:a-secret@mail.artist.example:993",
};
const HOST = "mail.artist.example:993";
const HOUR_MS = 60 * 60_000;

/** Findings of a site whose mailbox has had this state for some time. */
async function found(
  state?: MailboxState,
  { ago = HOUR_MS, settings = MAILBOX as Record<string, string>, test = "" } = {},
) {
  const site = aSite(settings);
  const data = aDataFile({ dir: site.places?.dataDir ?? "" });
  if (state) await storeMailboxState(data, state, new Date(NOW.getTime() - ago));
  if (test) await data.write((writer) => storeMailState(writer, "test-email", { at: NOW.toISOString(), state: test }));
  const findings = checkMailbox(site, anOutside());
  expect(JSON.stringify(findings)).not.toContain("a-secret");
  return findings;
}

describe("the mailbox of bounces", () => {
  it("is good while the site can read it", async () => {
    expect(the("mail-bounces", await found({ host: HOST })).found).toBe(`The site can read it at ${HOST}.`);
  });

  it("is bad at once if its server refuses the password, and after a day if it cannot be read", async () => {
    const refused = the("mail-bounces", await found({ host: HOST, problem: "sign-in" }));
    expect(refused).toMatchObject({ status: "bad", next: expect.stringContaining("BOUNCE_IMAP_URL") });
    expect(refused.found).toContain("since 2026-11-21 11:00 UTC");
    const state = { host: HOST, problem: "connection" } as const;
    expect(the("mail-bounces", await found(state)).status).toBe("look");
    expect(the("mail-bounces", await found(state, { ago: 24 * HOUR_MS })).status).toBe("bad");
  });

  it("is unknown before the site has polled it, and again after the setting was changed", async () => {
    expect(the("mail-bounces", await found()).status).toBe("unknown");
    expect(the("mail-bounces", await found({ host: "old.example", problem: "sign-in" })).status).toBe("unknown");
  });

  it("gives no finding if the site has none, and without a mail server nothing is reported at all", async () => {
    expect(statusesOf(await found(undefined, { settings: SMTP }))).toEqual({ "mail-received": "unknown" });
    expect(await found({ host: HOST, problem: "sign-in" }, { settings: {} })).toEqual([]);
  });

  it("does not change the time since when it cannot be read", async () => {
    const data = aDataFile();
    const state = { host: HOST, problem: "connection" } as const;
    await storeMailboxState(data, state, new Date(1));
    await storeMailboxState(data, state, new Date(2));
    expect(data.read.get("SELECT at FROM mail_states")).toEqual({ at: new Date(1).toISOString() });
    await storeMailboxState(data, { host: HOST }, new Date(3));
    expect(data.read.get("SELECT at FROM mail_states")).toEqual({ at: new Date(3).toISOString() });
  });
});

describe("a test email", () => {
  it("is reported with its date and what its receiver saw", async () => {
    const findings = await found({ host: HOST }, { test: OUTLOOK });
    expect(the("mail-received", findings).found).toBe("The latest one, from 2026-11-21 12:00 UTC, arrived.");
    expect(the("mail-received-dkim", findings).status).toBe("bad");
  });

  it("is requested until there is one, and the finding says how to read it on this site", async () => {
    expect(the("mail-received", await found()).next).toContain("Five minutes later");
    const without = the("mail-received", await found(undefined, { settings: SMTP }));
    expect(without.next).toContain("npm run doctor -- --email FILE");
  });
});
