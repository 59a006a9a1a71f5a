import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import type { CheckUp } from "@porchlight/protocol/doctor.ts";
import { describe, expect, it } from "vitest";
import { addSubscriber, aFolder } from "../data/data-folder.case.ts";
import { OUTLOOK } from "../services/mail/some-received-emails.case.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { someContent } from "../testing/gateway-process.ts";
import { runCommand } from "./run-command.case.ts";

/** Runs the command as npm does, in a temporary folder. */
async function run(settings: Record<string, string>, { args = [] as string[], cwd = aFolder() } = {}) {
  return runCommand("doctor", args, { cwd, settings: { PORT: String(await freePort()), ...settings } });
}

describe("npm run doctor", () => {
  it("checks a running site without disturbing it, and exits with 0 when nothing is bad", async () => {
    const dir = aFolder();
    const data = aDataFile({ dir });
    await addSubscriber(data, "ann@example.com");
    const { code, out, err } = await run({ DATA_DIR: dir, CONTENT_DIR: someContent() });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Check-up of \d{4}-\d\d-\d\d \d\d:\d\d UTC: \d+ to look at, /);
    expect(out).toContain("\nData file\n  Good     State of the file: Undamaged");
    expect(out).not.toContain("\u001b[");
    expect(out).not.toContain("ann@example.com");
    await addSubscriber(data, "ben@example.com");
  });

  it("prints JSON with --json, and exits with 1 when something is bad", async () => {
    const dir = aFolder();
    mkdirSync(join(dir, "empty"));
    const { code, out } = await run({ DATA_DIR: dir, CONTENT_DIR: join(dir, "empty") }, { args: ["--json"] });
    expect(code).toBe(1);
    // Our own report.
    const { groups } = JSON.parse(out) as CheckUp;
    expect(groups.find(({ id }) => id === "content")?.findings[0]).toMatchObject({
      id: "content-files",
      status: "bad",
    });
  });

  it("reports mistakes in .env among its findings", async () => {
    const cwd = aFolder();
    writeFileSync(join(cwd, ".env"), "TRUST_PROXY=yes\nSMTP_URL=hunter2\n", { mode: 0o600 });
    const { code, out, err } = await run({ DATA_DIR: cwd, CONTENT_DIR: someContent() }, { cwd });
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain('TRUST_PROXY has "yes"');
    expect(out).toContain("SMTP_URL must look like");
    expect(out).not.toContain("hunter2");
  });

  it("with --email, says what the receiver of a saved email saw", async () => {
    const cwd = aFolder();
    writeFileSync(join(cwd, "test.eml"), OUTLOOK);
    const { code, out, err } = await run({}, { args: ["--email", "test.eml"], cwd });
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain("\n\nMail\n  Good     Test email, SPF: ");
    expect(out).toContain("Bad      Test email, DKIM: db9pr01mb1234.eurprd01.prod.exchangelabs.com says fail");
    expect(out).not.toContain("Settings");
    expect(await run({}, { args: ["--email", "missing.eml"], cwd })).toMatchObject({ code: 2 });
  });

  it("exits with 2 for wrong arguments, and prints its help", async () => {
    const wrong = await run({}, { args: ["--now"] });
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toMatch(/^There is no "--now"\.\n\nnpm run doctor /);
    expect(await run({}, { args: ["--help"] })).toMatchObject({ code: 0, err: "" });
  });

  it("checks no data folder when .env cannot be read, because .env may name the folder", async () => {
    const cwd = aFolder();
    writeFileSync(join(cwd, ".env"), Buffer.from("\uFEFFDATA_DIR=/srv", "utf16le"));
    const { code, out } = await run({}, { cwd });
    expect(code).toBe(1);
    expect(out).toContain(".env, line 1: is saved as UTF-16; save it as UTF-8.");
    expect(out).toContain("\nData file\n  Unknown  Not checked");
  });
});
