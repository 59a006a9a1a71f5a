import { expect, test } from "vitest";
import { newListSecret } from "../../../data/list-secret.ts";
import { aDataFile } from "../../../testing/a-data-file.ts";
import { ADDRESS, ANN, aBounceSite, BEN, SECRET } from "./a-bounce-site.case.ts";
import { createBounces } from "./bounces.ts";
import { emailMarks } from "./email-mark.ts";
import { bounceOf, readReport } from "./read-report.ts";
import {
  aComplaint,
  aGmailReport,
  aNamelessReport,
  anEximReport,
  anOutlookReport,
  aPlainEximReport,
  aPostfixReport,
  aReadReceipt,
  aVacationReply,
} from "./some-reports.case.ts";

test("a return path fits into an address, and leads back to one email", async () => {
  const { about } = await aBounceSite();
  const long = about("a-very-long-name-before-the-at-sign@a-domain-with-a-very-long-name.example.test", 4_294_967_295);
  const [local = ""] = long.returnPath.split("@");
  expect(local.length).toBeLessThanOrEqual(64);
  expect(long.returnPath).toMatch(/^bounces\+4294967295\.[\da-f]{32}@artist\.example$/);
  expect(about(ANN).returnPath).toBe(about(ANN).returnPath);
  expect(new Set([about(ANN), about(BEN), about(ANN, 2)].map(({ returnPath }) => returnPath)).size).toBe(3);
});

test.each([
  ["Postfix", aPostfixReport, { kind: "hard", reason: "5.1.1", isBlocked: true }],
  ["Exim", anEximReport, { kind: "hard", reason: "5.1.1", isBlocked: true }],
  ["an old Exim", aPlainEximReport, { kind: "hard", reason: "5.1.1", isBlocked: true }],
  ["Gmail", aGmailReport, { kind: "soft", reason: "5.2.2", isBlocked: false }],
  ["Outlook", anOutlookReport, { kind: "hard", reason: "5.1.10", isBlocked: true }],
  ["Yahoo about a complaint", aComplaint, { kind: "complaint", reason: "abuse", isBlocked: true }],
])("a report of %s is stored once", async (_, report, expected) => {
  const { bounces, about, stored } = await aBounceSite();
  expect(await bounces.takeReport(report(about(ANN)))).toBe(true);
  expect(await bounces.takeReport(report(about(ANN)))).toBe(true);
  expect(stored()).toEqual([{ email: ANN, ...expected }]);
});

test.each([
  ["5.1.1", "hard"],
  ["5.1.10", "hard"],
  ["5.2.1", "hard"],
  // The sender's address, not the recipient's; 5.1.0 does not say whose.
  ["5.1.0", "soft"],
  ["5.1.7", "soft"],
  ["5.1.8", "soft"],
  ["5.2.2", "soft"],
  ["5.7.1", "soft"],
  ["4.4.7", "soft"],
  ["4.1.1", "soft"],
  ["4.2.1", "soft"],
])("the status %s is a %s bounce", (code, kind) => {
  expect(bounceOf(code)).toEqual({ kind, reason: code });
});

test("a report without a code is a soft bounce, and a report of a delivery is not a bounce", () => {
  expect(bounceOf("")).toEqual({ kind: "soft", reason: "failed" });
  expect(bounceOf("2.1.5")).toBeUndefined();
  // The address of a server is not a code.
  expect(bounceOf("connect to 5.1.1.20")).toEqual({ kind: "soft", reason: "failed" });
});

test("an Exim that says nothing more precise than 5.0.0 is believed", async () => {
  const { about } = await aBounceSite();
  expect(await readReport(anEximReport(about(ANN), "550 No such user here"))).toMatchObject({
    kind: "hard",
    reason: "5.1.1",
  });
  const vague = anEximReport(about(ANN), "550 No").toString().replaceAll("5.1.1", "");
  expect(await readReport(Buffer.from(vague))).toMatchObject({ kind: "soft", reason: "5.0.0" });
});

test("automatic replies, read receipts, delays, deliveries and reports about forgeries are not bounces", async () => {
  const { bounces, about, stored } = await aBounceSite();
  for (const email of [
    aVacationReply(about(ANN)),
    aReadReceipt(about(ANN)),
    aPostfixReport(about(ANN), { action: "delayed", status: "4.4.1" }),
    aPostfixReport(about(ANN), { action: "delivered", status: "2.1.5" }),
    aComplaint(about(ANN), { type: "not-spam" }),
    aComplaint(about(ANN), { type: "auth-failure" }),
    Buffer.from("Subject: Hello\r\n\r\nHow are you?\r\n"),
    Buffer.alloc(0),
    Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 256)),
  ]) {
    expect(await bounces.takeReport(email)).toBe(false);
  }
  expect(stored()).toEqual([]);
});

test("nobody can forge a report about somebody else", async () => {
  const { bounces, about, stored } = await aBounceSite();
  const mark = /\d+\.([\da-f]{32})/;
  const [, ofBen = ""] = mark.exec(about(BEN).returnPath) ?? [];
  const forged = (change: (hash: string) => string) => {
    const returnPath = `bounces+1.${change(ofBen)}@artist.example`;
    return aPostfixReport({ to: ANN, returnPath, messageId: `<1.${change(ofBen)}@artist.example>` });
  };
  // No mark, a mark of another site, halves that do not belong together, and another newsletter's mark.
  const elsewhere = emailMarks(newListSecret()).of(1, ANN);
  for (const report of [
    aPostfixReport({ to: ANN, returnPath: ADDRESS, messageId: "<1@artist.example>" }),
    aPostfixReport({
      to: ANN,
      returnPath: `bounces+${elsewhere}@artist.example`,
      messageId: `<${elsewhere}@a.example>`,
    }),
    forged((hash) => hash.slice(0, 16) + "0".repeat(16)),
    forged((hash) => "0".repeat(16) + hash.slice(16)),
    aPostfixReport({ ...about(ANN), returnPath: `bounces+2.${ofBen}@artist.example`, messageId: `<2.${ofBen}@a>` }),
    aPostfixReport(about("stranger@example.test")),
    aPostfixReport(about(ANN, 77)),
  ]) {
    expect(await bounces.takeReport(report)).toBe(false);
  }
  expect(stored()).toEqual([]);
  // With Ben's mark, only Ben's own address is counted, whatever else the report names.
  expect(await bounces.takeReport(forged((hash) => hash))).toBe(true);
  expect(stored()).toMatchObject([{ email: BEN }]);
});

test("a report that names nobody leads to its recipient, also through servers that rewrite addresses", async () => {
  const { bounces, about, stored } = await aBounceSite();
  expect(await bounces.takeReport(aNamelessReport(about("fan777@a.test")))).toBe(true);
  const rewritten = `SRS0=xY1z=AB=artist.example=${about(BEN).returnPath.split("@")[0]?.toUpperCase()}@forwarder.example`;
  expect(await bounces.takeReport(aNamelessReport({ ...about(BEN), returnPath: rewritten }))).toBe(true);
  expect(stored()).toMatchObject([{ email: BEN }, { email: "fan777@a.test" }]);
});

test("nothing names somebody who was removed from the list, and reports about them are not stored", async () => {
  const { bounces, about, stored, data } = await aBounceSite();
  await bounces.takeReport(aPostfixReport(about(ANN)));
  expect(stored()).toMatchObject([{ email: ANN }]);
  await data.write((writer) => writer.run("DELETE FROM newsletter_subscribers WHERE email IN (?, ?)", ANN, BEN));
  for (const email of [ANN, BEN]) expect(await bounces.takeReport(aPostfixReport(about(email)))).toBe(false);
  const complaint = { email: BEN, kind: "complaint", reason: "abuse" } as const;
  await bounces.takeFromProvider([{ ...complaint, text: about(BEN).messageId }]);
  expect(stored()).toEqual([]);
  expect(data.read.all("SELECT 1 FROM newsletter_recipients WHERE email IN (?, ?)", ANN, BEN)).toEqual([]);
  // It still counts in the figures.
  expect(data.read.all("SELECT email FROM bounces")).toEqual([{ email: "" }]);

  // Nor are reports that come in the moment of the removal.
  const late = await aBounceSite();
  const removal = late.data.write((writer) => writer.run("DELETE FROM newsletter_subscribers"));
  const marked = { email: ANN, kind: "hard", reason: "5.1.1", text: late.about(ANN).messageId } as const;
  await Promise.all([removal, late.bounces.takeFromProvider([marked, { ...complaint, text: "" }])]);
  expect(late.data.read.all("SELECT email FROM bounces")).toEqual([]);
});

test("an address is blocked after three newsletters in two weeks did not arrive", async () => {
  const { bounces, about, stored, pass } = await aBounceSite();
  for (const id of [1, 2, 3]) {
    await bounces.takeReport(aGmailReport(about(ANN, id)));
    pass(6 * 24 * 60 * 60_000);
  }
  expect(stored().map(({ isBlocked }) => isBlocked)).toEqual([true, false, false]);
});

test.each([
  ["a block list", { status: "5.7.1", code: "550 5.7.1 S3140" }],
  ["missing authentication", { status: "5.7.26", code: "550-5.7.26 unauthenticated" }],
])("%s is about the sender, and blocks no fan", async (_, status) => {
  const { bounces, about, stored } = await aBounceSite();
  for (const id of [1, 2, 3, 4]) await bounces.takeReport(aPostfixReport(about(ANN, id), status));
  expect(stored().map(({ kind, isBlocked }) => [kind, isBlocked])).toEqual(Array(4).fill(["soft", false]));
});

const fansOf = (domain: string, count: number) => Array.from({ length: count }, (_, at) => `fan${2 * at}@${domain}`);
const DAYS_MS = 24 * 60 * 60_000;
const BLOCKED = "SELECT DISTINCT email FROM bounces WHERE is_blocking = 1 ORDER BY email";

test("while a provider says of many that they do not exist, only those are blocked who were unknown a week before", async () => {
  const { bounces, about, data, pass } = await aBounceSite();
  const fans = fansOf("m.test", 130);
  const report = async (id: number, count = fans.length) => {
    for (const fan of fans.slice(0, count)) await bounces.takeReport(aPostfixReport(about(fan, id)));
  };
  // A fifth of the 600 recipients there.
  await report(1, 120);
  expect(data.read.all(BLOCKED)).toHaveLength(120);
  await report(1);
  await report(2);
  expect(data.read.all(BLOCKED)).toEqual([]);
  pass(8 * DAYS_MS);
  await report(3, 125);
  expect(data.read.all(BLOCKED)).toHaveLength(125);
  // The next outage is another one. Those who were in the first got the fourth newsletter, and are not blocked.
  await data.write((writer) => writer.run("UPDATE bounces SET is_blocking = 0"));
  pass(90 * DAYS_MS);
  await report(5);
  expect(data.read.all(BLOCKED)).toEqual([]);
});

test("with four newsletters a year, those who were unknown for the one before are blocked, however many", async () => {
  const { bounces, about, data, pass } = await aBounceSite();
  // Between them, a town got one of its own.
  await data.write((writer) => writer.run("UPDATE newsletters SET frozen = 20, sent = 20 WHERE id = 2"));
  const fans = fansOf("m.test", 130);
  const report = async (id: number) => {
    for (const fan of fans) await bounces.takeReport(aPostfixReport(about(fan, id)));
  };
  await report(1);
  expect(data.read.all(BLOCKED)).toEqual([]);
  pass(90 * DAYS_MS);
  await report(3);
  expect(data.read.all(BLOCKED)).toHaveLength(130);
});

test("while the owner's mail server fails, domains with one recipient each do not count as right", async () => {
  const domains = Array.from({ length: 1_200 }, (_, at) => `d${at}.test`);
  const { bounces, about, data } = await aBounceSite(domains);
  for (const [at, domain] of domains.slice(0, 250).entries()) {
    await bounces.takeReport(aPostfixReport(about(`fan${at}@${domain}`)));
  }
  expect(data.read.all(BLOCKED)).toEqual([]);
});

test("while a provider fails for a week, few of those who got three newsletters meanwhile are blocked", async () => {
  const { bounces, about, data } = await aBounceSite();
  const fans = fansOf("m.test", 50);
  const expired = { status: "4.4.7", code: "421 4.4.7 delivery time expired" };
  for (const id of [1, 2, 3]) for (const fan of fans) await bounces.takeReport(aPostfixReport(about(fan, id), expired));
  // A fiftieth of the 600 recipients there.
  expect(data.read.all(BLOCKED)).toHaveLength(12);
});

test("an address that forwards to one that is gone is not blocked at once", async () => {
  const { bounces, about, stored } = await aBounceSite();
  await bounces.takeReport(aPostfixReport({ ...about(ANN), to: "old@work.example" }));
  expect(stored()).toMatchObject([{ email: ANN, kind: "soft", reason: "5.1.1", isBlocked: false }]);
});

test("an address whose bounce the owner has lifted is not blocked by the same report again", async () => {
  const { bounces, about, stored, data } = await aBounceSite();
  await bounces.takeReport(aPostfixReport(about(ANN)));
  await data.write((writer) => writer.run("UPDATE bounces SET lifted_at = ''"));
  await bounces.takeReport(aPostfixReport(about(ANN)));
  expect(stored()).toEqual([]);
  await bounces.takeReport(aPostfixReport(about(ANN, 2)));
  expect(stored()).toMatchObject([{ email: ANN, kind: "hard" }]);
});

test("without an address for reports, they go to the sender", () => {
  const bounces = createBounces({
    data: aDataFile(),
    secret: () => SECRET,
    address: undefined,
    clock: () => new Date(),
  });
  expect(bounces.returnPath({ newsletterId: 1, id: 1, domain: "example.test", email: ANN })).toBeUndefined();
});

test("only the beginning of a huge report is read", async () => {
  const { bounces, about, stored } = await aBounceSite();
  const { returnPath } = about(ANN);
  const noise = "a".repeat(40_000) + "<1.".repeat(20_000) + "5.1.".repeat(20_000);
  await bounces.takeReport(aPostfixReport({ to: noise, returnPath, messageId: noise }));
  expect(stored()).toEqual([]);
  const report = aPostfixReport(about(ANN));
  expect(await bounces.takeReport(Buffer.concat([report, Buffer.from("\n".repeat(5_000_000))]))).toBe(true);
});

test("lists of addresses in headers are not read, and an email with too many of them is no report", async () => {
  const { bounces, about, stored } = await aBounceSite();
  const withHeader = (email: string, length: number) =>
    Buffer.concat([Buffer.from(`Cc\r\n : ${"g:".repeat(length)}\r\n`), aPostfixReport(about(email))]);
  expect(await bounces.takeReport(withHeader(ANN, 30_000))).toBe(false);
  // Each would take a tenth of a second, and a stranger can send thousands.
  for (let time = 0; time < 1_000; time += 1) await bounces.takeReport(withHeader(BEN, 14_000));
  expect(stored()).toMatchObject([{ email: BEN }]);
});
