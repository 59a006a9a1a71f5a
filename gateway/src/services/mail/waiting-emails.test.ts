import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import { describe, expect, it } from "vitest";
import type { EmailMessage } from "../shared/outgoing-messages.ts";
import { anEmail } from "./contract.case.ts";
import { EMAIL_RETRY_MS } from "./hosted.ts";
import { aMailServer, anOutbox, START, sendingTo, subjectsOf } from "./hosted-mail.case.ts";
import { aMailServerAtAPort } from "./mail-server.case.ts";
import { listWaiting } from "./waiting-emails.ts";

/** Puts the file of an earlier email into the folder of waiting emails. */
function addWaitingFile({ outbox }: { outbox: string }, name: string, email: Partial<EmailMessage>): void {
  mkdirSync(join(outbox, "waiting"), { recursive: true });
  const stored = { ...anEmail(email), messageId: "<1@b.example>", madeAt: "2026-03-01T11:00:00Z" };
  writeFileSync(join(outbox, "waiting", name), JSON.stringify(stored));
}

describe("emails that wait for a mail server, and their files", () => {
  it("are sent at the next start of a site that was stopped, even with other files in their folder", async () => {
    const { mail, outbox, waiting, lines } = sendingTo(`smtp://127.0.0.1:${await freePort()}`);
    await mail.sendEmail(anEmail());
    await expect.poll(() => lines.length).toBe(1);
    await mail.stop();
    expect(waiting()).toHaveLength(1);
    const name = "2026-03-01T11-00-00.000Z-0001-9f86d081.json";
    writeFileSync(join(outbox, "waiting", name), "no email");
    const edited = {
      ...anEmail({ to: "Ann <ann@example.com>" }),
      messageId: "<1@b.example>",
      madeAt: "2026-03-01T11:00:00Z",
    };
    writeFileSync(join(outbox, "waiting", name.replace("0001", "0002")), JSON.stringify(edited));
    writeFileSync(join(outbox, "waiting", `${name}.new`), "half an email");
    writeFileSync(join(outbox, "waiting", "notes.txt"), "mine");
    const next = await aMailServer({ folder: { outbox, waiting, givenUp: () => [] } });
    await expect.poll(waiting).toEqual(["notes.txt"]);
    expect(next.received).toHaveLength(1);
    const aside = expect.stringMatching(/\.unreadable\.json$/);
    expect(readdirSync(join(outbox, "given-up"))).toEqual([aside, aside]);
    expect(next.lines.join()).not.toContain("ann@");
  });

  it("that were deferred before a start are due at the start, after the others", async () => {
    const folder = anOutbox();
    const later = START + EMAIL_RETRY_MS.max;
    addWaitingFile(folder, `2026-03-01T11-00-00.000Z-0001-9f86d081.after-${later}-451.json`, { subject: "deferred" });
    addWaitingFile(folder, "2026-03-01T11-00-00.000Z-0002-9f86d081.json", { subject: "new" });
    const { received, sent } = await aMailServer({ folder });
    await sent();
    expect(await subjectsOf(received)).toEqual(["new", "deferred"]);
  });

  it("that were deferred are sorted by the time of their next try, so no newer one waits behind many older ones", async () => {
    const folder = anOutbox();
    const newer = `2026-03-01T11-00-00.000Z-0002-9f86d081.after-${START}-451.json`;
    const older = `2026-03-01T11-00-00.000Z-0001-9f86d081.after-${START + 1}-451.json`;
    for (const name of [older, newer]) addWaitingFile(folder, name, {});
    expect((await listWaiting(folder.outbox)).map(({ name }) => name)).toEqual([newer, older]);
  });

  it("that cannot be written reject the call, and later emails are sent", async () => {
    const folder = anOutbox();
    writeFileSync(folder.outbox, "a file where the folder should be");
    const { mail, pauses, pass, received, sent } = await aMailServer({ folder });
    await expect.poll(() => pauses.length).toBe(1);
    await expect(mail.sendEmail(anEmail())).rejects.toThrow();
    rmSync(folder.outbox);
    await mail.sendEmail(anEmail());
    await pass(0);
    await sent();
    expect(received).toHaveLength(1);
  });

  it("do not wait behind emails whose files cannot be read; these are retried later and logged once", async () => {
    const folder = anOutbox();
    addWaitingFile(folder, "2026-03-01T11-00-00.000Z-0003-9f86d081.json", { subject: "an order" });
    const name = "2026-03-01T11-00-00.000Z-0002-9f86d081.json";
    const over = `2026-03-01T11-00-00.000Z-0001-9f86d081.until-${START - 1}.json`;
    for (const stuck of [name, over]) mkdirSync(join(folder.outbox, "waiting", stuck));
    const { received, lines, pass, pauses, sent } = await aMailServer({ folder });
    await pass(0);
    await expect.poll(() => pauses.map(({ ms }) => ms)).toEqual([EMAIL_RETRY_MS.min, EMAIL_RETRY_MS.min]);
    expect(await subjectsOf(received)).toEqual(["an order"]);
    const logLine = expect.stringMatching(/EISDIR.* an email waits: its file cannot be read or moved$/);
    expect(lines).toEqual([logLine, logLine]);

    for (const stuck of [name, over]) rmSync(join(folder.outbox, "waiting", stuck), { recursive: true });
    addWaitingFile(folder, name, { subject: "later" });
    addWaitingFile(folder, over, { subject: "a way in" });
    await pass(1);
    await sent();
    expect(await subjectsOf(received)).toEqual(["an order", "later"]);
  });

  it("do not wait behind an email that cannot be stored as given up", async () => {
    const folder = anOutbox();
    const refused = "2026-03-01T11-00-00.000Z-0001-9f86d081.json";
    addWaitingFile(folder, refused, {});
    addWaitingFile(folder, "2026-03-01T11-00-00.000Z-0002-9f86d081.json", { subject: "an order" });
    const room = join(folder.outbox, "given-up");
    writeFileSync(room, "a file where the folder should be");
    // The second one is sent, and the first is rejected again.
    const answers = [550, undefined, 550];
    const { received, waiting, givenUp, pass, sent } = await aMailServer({
      folder,
      options: {
        onRcptTo(_address, _session, callback) {
          const responseCode = answers.shift();
          callback(responseCode ? Object.assign(new Error("5.1.1 no such mailbox"), { responseCode }) : null);
        },
      },
    });
    await expect.poll(waiting).toEqual([refused]);
    expect(await subjectsOf(received)).toEqual(["an order"]);

    rmSync(room);
    await pass(0);
    await sent();
    expect(givenUp()).toEqual([expect.stringMatching(/\.550\.eml$/)]);
    expect(received).toHaveLength(1);
  });

  it("that were in the outbox before there was a mail server stay there", async () => {
    const folder = anOutbox();
    mkdirSync(folder.outbox);
    writeFileSync(join(folder.outbox, "2026-03-01T11-00-00.000Z-0001-9f86d081.eml"), "Subject: old\r\n\r\nold");
    const { mail, received, sent } = await aMailServer({ folder });
    await mail.sendEmail(anEmail());
    await sent();
    expect(await subjectsOf(received)).toEqual(["A new password"]);
    expect(readdirSync(folder.outbox)).toContain("2026-03-01T11-00-00.000Z-0001-9f86d081.eml");
  });

  it("are not accepted while too many wait, and are accepted again after some were sent", async () => {
    const port = await freePort();
    const { mail, pass, sent, pauses } = sendingTo(`smtp://127.0.0.1:${port}`, anOutbox(), 3);
    await mail.sendEmail(anEmail());
    await expect.poll(() => pauses.length).toBe(1);
    await mail.sendEmail(anEmail());
    await mail.sendEmail(anEmail());
    await expect(mail.sendEmail(anEmail())).rejects.toMatchObject({ reason: "busy" });
    await aMailServerAtAPort({}, port);
    await pass(0);
    await sent();
    await mail.sendEmail(anEmail());
    await sent();
  });
});
