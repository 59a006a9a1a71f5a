import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { aSmallDisk, canMount } from "../../data/data-folder.case.ts";
import { createOutbox, MAX_OUTBOX_FILES } from "./builtin.ts";
import { anEmail, describeMailService, FROM, read } from "./contract.case.ts";

describe("emails in the outbox folder", () => {
  function anOutbox({ from = FROM } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "porchlight-mail-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dir = join(folder, "outbox");
    let now = Date.parse("2026-03-01T12:00:00Z");
    return {
      dir,
      mail: createOutbox({ dir, from, clock: () => new Date(now) }),
      pass: (ms: number) => {
        now += ms;
      },
      names: () => readdirSync(dir).sort(),
    };
  }

  describeMailService(async () => {
    const { mail, dir } = anOutbox();
    const received = async () => {
      // The first email creates the folder.
      const names = readdirSync(join(dir, "..")).includes("outbox") ? readdirSync(dir).sort() : [];
      return names.map((name) => readFileSync(join(dir, name)));
    };
    return { mail, received };
  });

  it("are files named by time, which only the site's user may read", async () => {
    const { mail, dir, names, pass } = anOutbox();
    await mail.sendEmail(anEmail({ subject: "first" }));
    await mail.sendEmail(anEmail({ subject: "second" }));
    pass(1);
    await mail.sendEmail(anEmail({ subject: "third" }));
    const subjects = await Promise.all(
      names().map(async (name) => (await read(readFileSync(join(dir, name)))).subject),
    );
    expect(subjects).toEqual(["first", "second", "third"]);
    expect(names()[0]).toMatch(/^2026-03-01T12-00-00\.000Z-0001-[\da-f]{8}\.eml$/);
    expect(names().map((name) => statSync(join(dir, name)).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it("share their folder with codes for telephones, which are plain text", async () => {
    const { mail, dir, names } = anOutbox();
    await mail.sendCode({ phone: "+15550100\nBy: sms", channel: "whatsapp", text: "Your code is 123456." });
    expect(readFileSync(join(dir, names()[0] ?? ""), "utf8")).toBe(
      "To: +15550100 By: sms\nBy: whatsapp\n\nYour code is 123456.\n",
    );
  });

  it("are limited to the latest ones, and files that are not emails stay", async () => {
    const { mail, dir, names } = anOutbox();
    await mail.sendEmail(anEmail({ subject: "oldest" }));
    const [oldest = ""] = names();
    // A process that is killed while it writes an email leaves such a file.
    const unfinished = "2026-03-01T11-00-00.000Z-0001-9f86d081.eml.new";
    writeFileSync(join(dir, unfinished), "half an email");
    writeFileSync(join(dir, "notes.txt"), "mine");
    await Promise.all(Array.from({ length: MAX_OUTBOX_FILES }, (_, n) => mail.sendEmail(anEmail({ subject: `${n}` }))));
    expect(names()).toHaveLength(MAX_OUTBOX_FILES + 1);
    expect(names()).not.toContain(oldest);
    expect(names()).not.toContain(unfinished);
    expect(names()).toContain("notes.txt");
  });

  it("are counted as waiting; codes and other files are not", async () => {
    const { mail, dir } = anOutbox();
    expect([mail.isSending, await mail.countWaiting()]).toEqual([false, 0]);
    await mail.sendEmail(anEmail());
    await mail.sendEmail(anEmail());
    await mail.sendCode({ phone: "+15550100", channel: "sms", text: "Your code is 123456." });
    writeFileSync(join(dir, "notes.txt"), "mine");
    expect(await mail.countWaiting()).toBe(2);
  });

  it("that cannot be written reject the call, and the next email is written", async () => {
    const { mail, dir, names } = anOutbox();
    writeFileSync(dir, "a file where the folder should be");
    await expect(mail.sendEmail(anEmail())).rejects.toThrow();
    rmSync(dir);
    await mail.sendEmail(anEmail());
    expect(names()).toHaveLength(1);
  });

  it.runIf(canMount())("leave nothing behind on a disk that is full", async () => {
    const { dir } = aSmallDisk(1);
    const mail = createOutbox({ dir, from: FROM, clock: () => new Date("2026-03-01T12:00:00Z") });
    await expect(mail.sendEmail(anEmail({ text: "long ".repeat(400_000) }))).rejects.toThrow("ENOSPC");
    expect(readdirSync(dir)).toEqual([]);
    await mail.sendEmail(anEmail());
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it.each(["", "hello", "a@b.example, c@d.example", "Line\r\nBcc: x@y.example <a@b.example>"])(
    "need exactly one address as their sender, not %j",
    (from) => {
      expect(() => anOutbox({ from })).toThrow("not one email address");
    },
  );
});
