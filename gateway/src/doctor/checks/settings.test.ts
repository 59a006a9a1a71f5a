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
  it("are good when all are valid", () => {
    expect(checkSettings(aSite({ ADMIN_EMAIL: "owner@example.com" })).map(({ status }) => status)).toEqual([
      "good",
      "good",
    ]);
  });

  it("get a finding for each invalid one, and no finding shows a secret", () => {
    const findings = checkSettings(
      aSite({ PORT: "abc", STRIPE_SECRET_KEY: "hunter2", STRIPE_WEBHOOK_SECRET: "hunter3" }),
    );
    expect(findings.map(({ status }) => status)).toEqual(["bad", "bad", "bad"]);
    expect(findings[0]?.found).toContain('PORT is "abc"');
    expect(JSON.stringify(findings)).not.toContain("hunter");
  });

  it("are worth a look without the owner's address", () => {
    expect(the("settings-admin-email", checkSettings(aSite())).status).toBe("look");
  });

  it("are worth a look while they hold the first password, and the finding does not show it", () => {
    const finding = the("settings-admin-password", checkSettings(aSite({ ADMIN_PASSWORD: "lanterns on the pier" })));
    expect(finding.status).toBe("look");
    expect(JSON.stringify(finding)).not.toContain("lanterns");
  });

  it("are bad without limits, but only on a public site", () => {
    const off = { LIMITS: "off" };
    expect(the("settings-limits", checkSettings(aSite({ ...off, PUBLIC_URL: "https://a.example" }))).status).toBe(
      "bad",
    );
    expect(statusesOf(checkSettings(aSite(off)))).not.toHaveProperty("settings-limits");
  });
});

describe("the file .env", () => {
  it("is good when only its owner may read it", () => {
    expect(the("settings-env-rights", withEnvFile("PORT=4000\n", 0o640)).status).toBe("good");
  });

  it("is bad when every user may read it", () => {
    expect(the("settings-env-rights", withEnvFile("PORT=4000\n", 0o644))).toMatchObject({
      status: "bad",
      next: "Run: chmod 600 .env",
    });
  });

  it("is worth a look when it has an unknown name, and the finding shows no value", () => {
    const finding = the("settings-unknown-names", withEnvFile("SMTP_ULR=smtps://me:hunter2@mail\nPORT_FILE=/port\n"));
    expect(finding.found).toBe("Porchlight has no setting called SMTP_ULR.");
  });

  it("is worth a look when a value ends at a #, and the finding has the line's number but not its text", () => {
    const findings = withEnvFile("PORT=4000 # the usual one\nSMTP_URL=smtp://me:hunter2#1@mail.example.com\n");
    expect(the("settings-cut-values", findings).status).toBe("look");
    expect(the("settings-cut-values", findings).found).toContain(".env, line 2: the text from the # on");
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  it("is bad when a line cannot be read, and the finding has the line's number but not its text", () => {
    const findings = withEnvFile("DATA_DIR: /srv/hunter2\n");
    expect(the("settings", findings)).toMatchObject({
      status: "bad",
      found: ".env, line 1: DATA_DIR needs = after it, not a colon.",
    });
    expect(JSON.stringify(findings)).not.toContain("hunter2");
  });

  it("gives no finding when it does not exist", () => {
    expect(statusesOf(checkSettings(aSite()))).not.toHaveProperty("settings-env-rights");
  });
});
