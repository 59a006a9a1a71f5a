import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

function settingsOf(environment: Record<string, string>) {
  const result = readSettings(environment);
  if (!result.ok) throw new Error(result.mistakes.join("\n"));
  return result.settings;
}

function mistakesOf(environment: Record<string, string>): string[] {
  const result = readSettings(environment);
  return result.ok ? [] : result.mistakes;
}

describe("settings", () => {
  it("are all optional", () => {
    expect(settingsOf({})).toMatchObject({
      host: "127.0.0.1",
      port: 4000,
      publicUrl: "http://127.0.0.1:4000",
      adminEmail: "owner@localhost",
      limits: true,
    });
  });

  it("report every mistake at once", () => {
    const mistakes = mistakesOf({
      PORT: "80a",
      PUBLIC_URL: "example.com/shop",
      ADMIN_EMAIL: "me",
      LIMITS: "none",
      TRUST_PROXY: "10.0.0.0/99, everyone",
    });
    expect(mistakes.map((mistake) => mistake.split(" ")[0])).toEqual([
      "PORT",
      "PUBLIC_URL",
      "ADMIN_EMAIL",
      "LIMITS",
      "TRUST_PROXY",
      "TRUST_PROXY",
    ]);
  });

  it.each(["0.0.0.0", "::"])("want PUBLIC_URL when HOST is %s", (HOST) => {
    expect(mistakesOf({ HOST })).toEqual([expect.stringContaining("PUBLIC_URL is missing")]);
    expect(settingsOf({ HOST, PUBLIC_URL: "https://artist.example/" }).publicUrl).toBe("https://artist.example");
  });

  it("take the limits off on this machine only", () => {
    expect(settingsOf({ LIMITS: "off" }).limits).toBe(false);
    expect(mistakesOf({ LIMITS: "off", HOST: "192.168.1.7" })).toEqual([expect.stringContaining("LIMITS=off")]);
  });

  it("come from a file where NAME_FILE names one", () => {
    const file = join(mkdtempSync(join(tmpdir(), "porchlight-settings-")), "email");
    writeFileSync(file, "owner@artist.example\n");
    expect(settingsOf({ ADMIN_EMAIL_FILE: file }).adminEmail).toBe("owner@artist.example");
    expect(mistakesOf({ ADMIN_EMAIL_FILE: `${file}.gone` })).toEqual([expect.stringContaining("cannot be read")]);
    expect(mistakesOf({ ADMIN_EMAIL_FILE: file, ADMIN_EMAIL: "a@b" })).toEqual([expect.stringContaining("both set")]);
  });

  it.each(["DATA_DIR_FILE", "CONTENT_DIR_FILE", "PORT_FILE"])("never fall back when %s cannot be read", (name) => {
    expect(mistakesOf({ [name]: "/nowhere/at/all" })).toEqual([expect.stringContaining(name)]);
  });

  it("refuse a provider that this release cannot speak to", () => {
    expect(mistakesOf({ SUPABASE_URL: "https://x.example" })).toEqual([expect.stringContaining("SUPABASE_URL is set")]);
  });

  it("believe the proxies they name", () => {
    const { trustedProxies } = settingsOf({ TRUST_PROXY: "loopback, 10.1.0.0/16, fd00::/8" });
    expect(trustedProxies.check("127.0.0.1", "ipv4")).toBe(true);
    expect(trustedProxies.check("10.1.2.3", "ipv4")).toBe(true);
    expect(trustedProxies.check("10.2.0.1", "ipv4")).toBe(false);
    expect(trustedProxies.check("fd12::1", "ipv6")).toBe(true);
  });
});
