import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ofBuiltinAlone } from "../../../../testing/through-hosted.ts";
import { createOutbox } from "../../../mail/builtin.ts";
import { serveBrowsers, type TestBrowser } from "../../browser.case.ts";

const WRONG = { code: "mfa_verification_failed", status: 422 };

describe("a telephone", () => {
  type Sent = { phone: string; channel: string; text: string };

  async function aSite(overrides: Parameters<typeof serveBrowsers>[0] = {}) {
    const sent: Sent[] = [];
    const site = await serveBrowsers({ sendCode: async (message) => void sent.push(message), ...overrides });
    return { ...site, sent, lastCode: () => /^\d{6}/.exec(sent.at(-1)?.text ?? "")?.[0] ?? "" };
  }

  const enrol = async ({ supabase }: TestBrowser, phone = "+1 (555) 010-0100") =>
    (await supabase.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "Mobile" })).data?.id ?? "";

  it("is added with the code that was sent to it", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const { mfa } = browser.supabase.auth;
    const { data: factor } = await mfa.enroll({
      factorType: "phone",
      phone: "+1 (555) 010-0100",
      friendlyName: "Mobile",
    });
    expect(factor).toMatchObject({ type: "phone", phone: "+15550100100", friendly_name: "Mobile" });
    const { data } = await mfa.challenge({ factorId: factor?.id ?? "", channel: "whatsapp" });
    expect(site.sent).toEqual([
      {
        phone: "+15550100100",
        channel: "whatsapp",
        text: expect.stringMatching(/^\d{6} is your code for artist\.example\. It works for five minutes\.$/),
      },
    ]);
    const answer = { factorId: factor?.id ?? "", challengeId: data?.id ?? "" };
    const wrong = site.lastCode() === "000000" ? "000001" : "000000";
    expect((await mfa.verify({ ...answer, code: wrong })).error).toMatchObject(WRONG);
    expect((await mfa.verify({ ...answer, code: site.lastCode() })).error).toBeNull();
    expect((await mfa.verify({ ...answer, code: site.lastCode() })).error).toMatchObject({
      code: "mfa_challenge_expired",
    });
    const { data: known } = await browser.supabase.auth.getClaims();
    expect(known?.claims).toMatchObject({ aal: "aal2", amr: [{ method: "mfa/phone" }, { method: "password" }] });
    expect((await mfa.listFactors()).data?.phone).toMatchObject([{ phone: "+15550100100", status: "verified" }]);
  });

  it("gets its code through the outbox folder when no service sends codes", async () => {
    const dir = mkdtempSync(join(tmpdir(), "porchlight-outbox-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const outbox = createOutbox({ dir, from: "owner@localhost", clock: () => new Date() });
    const site = await serveBrowsers({ sendCode: outbox.sendCode });
    const browser = await site.aSignedInBrowser();
    const { mfa } = browser.supabase.auth;
    const factorId = await enrol(browser);
    const challengeId = (await mfa.challenge({ factorId, channel: "sms" })).data?.id ?? "";
    const [name = ""] = readdirSync(dir);
    const [, code = ""] = /^To: \+15550100100\nBy: sms\n\n(\d{6}) /.exec(readFileSync(join(dir, name), "utf8")) ?? [];
    expect((await mfa.verify({ factorId, challengeId, code })).error).toBeNull();
  });

  it("can answer a challenge only with the code sent for it, and only within five minutes", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const { mfa } = browser.supabase.auth;
    const factorId = await enrol(browser);
    const first = (await mfa.challenge({ factorId, channel: "sms" })).data?.id ?? "";
    const firstCode = site.lastCode();
    const second = (await mfa.challenge({ factorId, channel: "sms" })).data?.id ?? "";
    const secondCode = site.lastCode();
    if (firstCode !== secondCode) {
      expect((await mfa.verify({ factorId, challengeId: second, code: firstCode })).error).toMatchObject(WRONG);
    }
    site.pass(299);
    expect((await mfa.verify({ factorId, challengeId: second, code: secondCode })).error).toBeNull();
    site.pass(1);
    expect((await mfa.verify({ factorId, challengeId: first, code: firstCode })).error).toMatchObject({
      code: "mfa_challenge_expired",
    });
  });

  it("stores no code in plain text", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    await browser.supabase.auth.mfa.challenge({ factorId: await enrol(browser), channel: "sms" });
    const rows = site.data.read.all("SELECT * FROM factor_challenges");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(site.lastCode());
  });

  it("gets a burst of three codes, then one a minute", ofBuiltinAlone("limits of its own"), async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const factorId = await enrol(browser);
    const send = async () => (await browser.supabase.auth.mfa.challenge({ factorId, channel: "sms" })).error;
    for (let n = 0; n < 3; n += 1) expect(await send()).toBeNull();
    expect(await send()).toMatchObject({ status: 429, code: "over_sms_send_rate_limit" });
    site.pass(60);
    expect(await send()).toBeNull();
    expect(site.sent).toHaveLength(4);
  });

  it("gets an error if its code cannot be sent, and can try again", async () => {
    let isDown = true;
    const site = await aSite({ sendCode: () => (isDown ? Promise.reject(new Error("no")) : Promise.resolve()) });
    const browser = await site.aSignedInBrowser();
    const factorId = await enrol(browser);
    expect((await browser.supabase.auth.mfa.challenge({ factorId, channel: "sms" })).error).toMatchObject({
      status: 503,
    });
    // The reason is in the owner's log.
    expect(site.errors).toEqual([new Error("no")]);
    isDown = false;
    expect((await browser.supabase.auth.mfa.challenge({ factorId, channel: "sms" })).error).toBeNull();
  });

  it("is rejected if no service sends codes", async () => {
    const { supabase } = await (await serveBrowsers()).aSignedInBrowser();
    const { error } = await supabase.auth.mfa.enroll({ factorType: "phone", phone: "+15550100100" });
    expect(error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
  });

  it("can be added only once, and only with a valid number", async () => {
    const site = await aSite();
    const browser = await site.aSignedInBrowser();
    const { mfa } = browser.supabase.auth;
    const factorId = await enrol(browser);
    await mfa.challenge({ factorId, channel: "sms" });
    const challengeId = (await mfa.challenge({ factorId, channel: "sms" })).data?.id ?? "";
    expect((await mfa.verify({ factorId, challengeId, code: site.lastCode() })).error).toBeNull();
    const again = await mfa.enroll({ factorType: "phone", phone: "15550100100", friendlyName: "Other" });
    expect(again.error).toMatchObject({ code: "mfa_verified_factor_exists", status: 422 });
    for (const phone of ["", "12", "0555010010", "+1555010010012345", "call me", "+1555\u00000100100"]) {
      expect((await mfa.enroll({ factorType: "phone", phone })).error).toMatchObject({ code: "validation_failed" });
    }
  });
});
