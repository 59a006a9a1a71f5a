import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { EXIT_CODES } from "../gateway/src/composition/startup-messages.ts";
import { SECRET_SETTINGS } from "./checks/secret-settings.ts";
import { mistakesInUnit, valuesOf } from "./checks/unit.ts";

const unit = readFileSync("hosting/porchlight.service", "utf8");
const finalCodes = Object.values(EXIT_CODES);

/** Runs systemd's own check of a unit. @returns its complaints; empty if the unit is right */
function checkUnit(text: string, name = "porchlight.service"): string {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, text);
  const { stderr, status } = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
  return status === 0 ? stderr : `${stderr}ended with ${status}`;
}

describe("porchlight.service", () => {
  it("runs as its own user, writes to its own folder, and does not restart if only a person can help", () => {
    expect(mistakesInUnit(unit, finalCodes)).toEqual([]);
  });

  it.each([
    ["runs as root", "User=porchlight", "User=root"],
    ["names no user, and so runs as root", "User=porchlight\n", ""],
    ["may write everywhere", "ProtectSystem=strict", "ProtectSystem=full"],
    ["may read people's own folders", "ProtectHome=yes", "ProtectHome=no"],
    ["may gain rights", "NoNewPrivileges=yes\n", ""],
    ["has rights of root", "CapabilityBoundingSet=\n", "CapabilityBoundingSet=CAP_SYS_ADMIN\n"],
    ["speaks every protocol", "AF_INET AF_INET6 AF_UNIX", "AF_INET AF_INET6 AF_UNIX AF_PACKET"],
    ["may make every call", "SystemCallFilter=@system-service\n", ""],
    ["starts again with wrong settings", "65 69 74 78", "65 69 74"],
    ["prevents Node from running", "PrivateTmp=yes", "PrivateTmp=yes\nMemoryDenyWriteExecute=yes"],
    ["does not start without a mail server", "SetCredential=smtp_url:\\n\n", ""],
    ["does not pass a secret on", "SMTP_URL_FILE=%d/smtp_url", "SMTP_URL_FILE=%d/smtp"],
  ])("that %s is rejected", (_what, from, to) => {
    const broken = unit.replace(from, to);
    expect(broken).not.toBe(unit);
    expect(mistakesInUnit(broken, finalCodes)).not.toEqual([]);
  });

  it("passes every secret as a file", () => {
    const loaded = valuesOf(unit)("LoadCredential").map((line) => line.split(":")[0]?.toUpperCase());
    expect(loaded.sort()).toEqual([...SECRET_SETTINGS].sort());
  });

  it("starts an existing file", () => {
    const [program, node, ...files] = valuesOf(unit)("ExecStart").join().split(" ");
    expect([program, node]).toEqual(["/usr/bin/env", "node"]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.runIf(existsSync("/usr/bin/systemd-analyze"))("is accepted by systemd", () => {
    expect(checkUnit(unit)).toBe("");
    expect(checkUnit(unit.replace("PrivateTmp", "PrivateTemp"))).not.toBe("");
    expect(checkUnit(unit.replaceAll(":\\n\n", ":\n"))).not.toBe("");
  });
});

describe("porchlight-elsewhere", () => {
  const service = readFileSync("hosting/porchlight-elsewhere.service", "utf8");
  const timer = readFileSync("hosting/porchlight-elsewhere.timer", "utf8");
  const [copy = "", forget = ""] = valuesOf(service)("ExecStart");

  it("copies every backup, the owner's own files and the settings, and deletes only old copies", () => {
    const stateFolder = `/var/lib/${valuesOf(unit)("StateDirectory").join()}`;
    const program = valuesOf(unit)("WorkingDirectory").join();
    expect(copy).toMatch(/^restic backup /);
    for (const path of [`${stateFolder}/backups`, `${stateFolder}/content`, `${program}/.env`])
      expect(copy).toContain(path);
    expect(forget).toMatch(/^restic forget .*--keep-daily 7 --keep-weekly 5 --keep-monthly 12 --prune$/);
  });

  it("can read like root, but has no other rights of root", () => {
    expect(valuesOf(service)("CapabilityBoundingSet")).toEqual(["CAP_DAC_READ_SEARCH"]);
    expect(valuesOf(service)("NoNewPrivileges")).toEqual(["yes"]);
    expect(valuesOf(timer)("Persistent")).toEqual(["yes"]);
  });

  it.runIf(existsSync("/usr/bin/systemd-analyze"))("is accepted by systemd", () => {
    // systemd also checks that the program exists, but restic need not be installed here.
    const anywhere = service.replaceAll("ExecStart=restic", "ExecStart=/bin/true");
    expect(checkUnit(anywhere, "porchlight-elsewhere.service")).toBe("");
    expect(checkUnit(anywhere.replace("PrivateTmp", "PrivateTemp"), "porchlight-elsewhere.service")).not.toBe("");
    expect(spawnSync("systemd-analyze", ["calendar", valuesOf(timer)("OnCalendar").join()]).status).toBe(0);
  });
});
