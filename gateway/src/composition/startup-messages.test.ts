import { expect, it } from "vitest";
import { readSettings, type Settings } from "../config/settings.ts";
import { ContentError } from "../content/content.ts";
import { DataFileError } from "../data/data-file-error.ts";
import { createBuiltinAuth } from "../services/auth/builtin.ts";
import { createHostedMail } from "../services/mail/hosted.ts";
import { aDataFile } from "../testing/a-data-file.ts";
import { silentLog } from "../testing/gateway-in-memory.ts";
import { explain } from "./startup-messages.ts";

function someSettings(): Settings {
  const read = readSettings({ HOST: "192.0.2.1", PORT: "80", DATA_DIR: "/srv/porchlight" });
  if (!read.ok) throw new Error(read.mistakes.join());
  return read.settings;
}

/** An error as Node throws it. */
const nodesError = (code: string, more: { syscall?: string; path?: string } = {}) =>
  Object.assign(new Error(code), { code, ...more });

const clock = () => new Date("2026-03-01T12:00:00Z");

it.each([
  [new DataFileError("full", "The disk that holds data is full."), 74, "The disk that holds data is full."],
  [new ContentError("about.md is empty"), 65, "about.md is empty"],
  [nodesError("EADDRINUSE", { syscall: "listen" }), 69, "Port 80 is taken by another program."],
  [nodesError("EADDRNOTAVAIL", { syscall: "listen" }), 69, "This machine has no address 192.0.2.1. Set HOST."],
  [nodesError("EACCES", { syscall: "listen" }), 69, "Porchlight is not allowed to listen on port 80."],
  [nodesError("ENOSPC", { syscall: "write" }), 74, "The disk that holds /srv/porchlight is full."],
  [nodesError("EACCES", { syscall: "open", path: "/srv/file" }), 74, "is not allowed to read or write /srv/file."],
  [nodesError("EPERM", { syscall: "mkdir", path: "/srv/file" }), 74, "is not allowed to read or write /srv/file."],
  [nodesError("EROFS", { syscall: "write" }), 74, "is not allowed to read or write /srv/porchlight."],
])("a start that fails with %s prints a sentence for the owner and has its own exit code", (error, code, sentence) => {
  const explained = explain(error, someSettings());
  expect(explained?.code).toBe(code);
  expect(explained?.sentence).toContain(sentence);
});

it("an unexpected error is not explained", () => {
  expect(explain(new TypeError("undefined is not a function"), someSettings())).toBeUndefined();
  expect(explain(nodesError("EMFILE"), someSettings())).toBeUndefined();
  expect(explain("a word", someSettings())).toBeUndefined();
});

it("the error for a sender that is not an email address names the setting", () => {
  const rejected = thrownBy(() =>
    createHostedMail({ url: "smtp://127.0.0.1:25", from: "hello, world", outbox: "outbox", clock, log: silentLog }),
  );
  expect(explain(rejected, someSettings())).toMatchObject({
    code: 78,
    sentence: expect.stringContaining("is not one email address. Set MAIL_FROM"),
  });
});

it("a first password that is easy to guess is rejected with a sentence", async () => {
  const data = aDataFile();
  const auth = await createBuiltinAuth({
    data,
    publicUrl: "https://artist.example",
    artistName: () => "June Marlow",
    clock,
  });
  const rejected = await auth
    .welcomeOwner({ email: "owner@localhost", password: "passwordpassword" })
    .catch((error: unknown) => error);
  expect(explain(rejected, someSettings())).toMatchObject({
    code: 78,
    sentence: expect.stringContaining("ADMIN_PASSWORD cannot be used."),
  });
});

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
