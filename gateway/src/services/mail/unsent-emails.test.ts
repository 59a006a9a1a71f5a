import { freePort } from "@porchlight/fixtures/free-port.ts";
import { describe, expect, it } from "vitest";
import { anEmail } from "./contract.case.ts";
import { TRIED_FOR_MS } from "./hosted.ts";
import { aMailServer, anOutbox, refusing, START, sendingTo } from "./hosted-mail.case.ts";
import { TRIED_LATE_MS } from "./late-emails.ts";
import { createWaitingEmails } from "./waiting-emails.ts";

const TAG = "order-1001-buyer";
const MINUTE_MS = 60_000;

describe("an unsent email is found by its tag", () => {
  it("with the reason, once a try has failed, and even after a restart", async () => {
    const url = `smtp://127.0.0.1:${await freePort()}`;
    const { mail, pauses, waiting, ...folder } = sendingTo(url);
    await mail.sendEmail(anEmail({ tag: TAG, until: new Date("2026-03-01T13:00:00Z") }));
    await expect.poll(() => pauses.length).toBe(1);
    expect(await mail.findUnsent([TAG])).toEqual([{ tag: TAG, isGivenUp: false, reason: "ESOCKET" }]);
    expect(await mail.findUnsent(["order-100-buyer", "order-1001-owner"])).toEqual([]);
    await mail.stop();
    const next = sendingTo(url, { ...folder, waiting });
    await expect.poll(() => next.pauses.length).toBe(1);
    expect(await next.mail.findUnsent([TAG])).toEqual([{ tag: TAG, isGivenUp: false, reason: "ESOCKET" }]);
  });

  it("and is counted as waiting", async () => {
    const { mail, pauses } = sendingTo(`smtp://127.0.0.1:${await freePort()}`);
    expect([mail.isSending, await mail.countWaiting()]).toEqual([true, 0]);
    await mail.sendEmail(anEmail());
    await expect.poll(() => pauses.length).toBe(1);
    expect(await mail.countWaiting()).toBe(1);
  });

  it("with the reason why other emails wait, once it has waited for a minute", async () => {
    const { mail, pauses, later } = sendingTo(`smtp://127.0.0.1:${await freePort()}`);
    await mail.sendEmail(anEmail());
    await expect.poll(() => pauses.length).toBe(1);
    await mail.sendEmail(anEmail({ tag: TAG }));
    expect(await mail.findUnsent([TAG])).toEqual([]);
    later(MINUTE_MS);
    expect(await mail.findUnsent([TAG])).toEqual([{ tag: TAG, isGivenUp: false, reason: "ESOCKET" }]);
  });

  it("without a reason, as long as none is known", async () => {
    let now = START;
    const emails = createWaitingEmails(anOutbox().outbox, () => new Date(now));
    await emails.add({ ...anEmail(), messageId: "<1@harbourline.example>", madeAt: "" }, { tag: TAG });
    now += MINUTE_MS;
    expect(await emails.unsent([TAG])).toEqual([{ tag: TAG, isGivenUp: false }]);
  });

  it("even after it was given up, rejected or late", async () => {
    const refused = await aMailServer({ options: refusing(550) });
    await refused.mail.sendEmail(anEmail({ tag: TAG }));
    await refused.sent();
    expect(await refused.mail.findUnsent([TAG])).toEqual([{ tag: TAG, isGivenUp: true, reason: "550" }]);

    const late = sendingTo(`smtp://127.0.0.1:${await freePort()}`);
    await late.mail.sendEmail(anEmail({ tag: TAG }));
    await late.pass(0, TRIED_FOR_MS);
    await late.pass(1, TRIED_LATE_MS);
    await expect.poll(late.waiting).toEqual([]);
    expect(await late.mail.findUnsent([TAG])).toEqual([{ tag: TAG, isGivenUp: true, reason: "ESOCKET" }]);
  });

  it("but not after it was sent, and not by a tag that no file name can have", async () => {
    const { mail, received, sent } = await aMailServer();
    for (const tag of [TAG, "../../etc", "a.until-1", ""]) await mail.sendEmail(anEmail({ tag }));
    await sent();
    expect(received).toHaveLength(4);
    expect(await mail.findUnsent([TAG, "../../etc", ""])).toEqual([]);
  });
});
