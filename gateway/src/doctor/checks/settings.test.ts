import { chmodSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aSite, statusesOf, the } from "../a-site.case.ts";
import { checkSettings } from "./settings.ts";

function withEnvFile(text: string, mode = 0o600) {
  const site = aSite();
  writeFileSync(site.envFile, text);
  chmodSync(site.envFile, mode);
  return checkSettings(site);
}

describe("settings", () => {
  it("that are all valid are good", () => {
    expect(checkSettings(aSite({ ADMIN_EMAIL: "owner@example.com" })).map(({ status }) => status)).toEqual([
      "good",
      "good",
    ]);
  });

  it("that are not valid are each reported, without any secret", () => {
    const findings = checkSettings(
      aSite({ PORT: "abc", STRIPE_SECRET_KEY: "hunter2", STRIPE_WEBHOOK_SECRET: "hunter3" }),
    );
    expect(findings.map(({ status }) => status)).toEqual(["bad", "bad", "bad"]);
    expect(findings[0]?.found).toContain('PORT is "abc"');
    expect(JSON.stringify(findings)).not.toContain("hunter");
  });

  it("without an address of the owner are worth a look", () => {
    expect(the("settings-admin-email", checkSettings(aSite())).status).toBe("look");
  });

  it("that still hold the first password are worth a look, and the finding does not show it", () => {
    const finding = the("settings-admin-password", checkSettings(aSite({ ADMIN_PASSWORD: "lanterns on the pier" })));
    expect(finding.status).toBe("look");
    expect(JSON.stringify(finding)).not.toContain("lanterns");
  });

  it("without limits are bad on a public site only", () => {
    const off = { LIMITS: "off" };
    expect(the("settings-limits", checkSettings(aSite({ ...off, PUBLIC_URL: "https://a.example" }))).status).toBe(
      "bad",
    );
    expect(statusesOf(checkSettings(aSite(off)))).not.toHaveProperty("settings-limits");
  });
});

describe("the file .env", () => {
  it("that only its owner may read is good", () => {
    expect(the("settings-env-rights", withEnvFile("PORT=4000\n", 0o640)).status).toBe("good");
  });

  it("that every user may read is bad", () => {
    expect(the("settings-env-rights", withEnvFile("PORT=4000\n", 0o644))).toMatchObject({
      status: "bad",
      next: "Run: chmod 600 .env",
    });
  });

  it("with an unknown name is worth a look, and no value is shown", () => {
    const finding = the("settings-unknown-names", withEnvFile("SMTP_ULR=smtps://me:hunter2@mail\nPORT_FILE=/port\n"));
    expect(finding.found).toBe("Porchlight knows no setting called SMTP_ULR.");
  });

  it("with a value that ends at a # is worth a look, with the line's number and without its text", () => {
    const findings = withEnvFile("PORT=4000 # the usual one\nSMTP_URL=smtp://me:hunter2#1@mail.example.com\n");
    expect(the("settings-cut-values", findings).status).toBe("look");
    expect(the("settings-cut-values", findings).found).toContain(".env, line 2: the text from the # on");
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  it("with a line that cannot be read is bad, with the line's number and without its text", () => {
    const findings = withEnvFile("DATA_DIR: /srv/hunter2\n");
    expect(the("settings", findings)).toMatchObject({
      status: "bad",
      found: ".env, line 1: DATA_DIR needs = after it, not a colon.",
    });
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  it("that does not exist gives no finding", () => {
    expect(statusesOf(checkSettings(aSite()))).not.toHaveProperty("settings-env-rights");
  });
});
