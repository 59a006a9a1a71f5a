import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { freePort } from "@porchlight/fixtures/free-port.ts";
import type { Newsletters } from "@porchlight/protocol/newsletters.ts";
import PostalMime from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";
import { aMailServerAtAPort } from "../../services/mail/mail-server.case.ts";
import { anonymousKeyOf, aTestFolder, type GatewayProcess, startGateway } from "../gateway-process.ts";
import { OWNER } from "../signed-in.ts";

it("a newsletter cannot be sent through a real mail server while the address of the site is a local one", async () => {
  const gateway = await startGateway({
    dataDir: aTestFolder(),
    settings: {
      SMTP_URL: "smtps://mail.artist.example",
      MAIL_FROM: "hello@artist.example",
      ADMIN_PASSWORD: OWNER.password,
    },
  });
  const signedIn = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: await anonymousKeyOf(gateway) },
    body: JSON.stringify(OWNER),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const response = await fetch(`${gateway.url}/admin/api/newsletters`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  expect(((await response.json()) as Newsletters).missing.map(({ code }) => code)).toContain("no-public-address");
});

describe("an email to the owner", () => {
  async function requestNewPassword(gateway: GatewayProcess): Promise<void> {
    const response = await fetch(`${gateway.url}/auth/v1/recover`, {
      method: "POST",
      headers: { apikey: await anonymousKeyOf(gateway) },
      body: JSON.stringify({ email: "owner@localhost" }),
    });
    expect(response.status).toBe(200);
  }

  it("is stored in the outbox folder, and the log names the folder once", async () => {
    const dataDir = aTestFolder();
    const gateway = await startGateway({ dataDir });
    await requestNewPassword(gateway);
    const outbox = join(dataDir, "outbox");
    await expect.poll(() => readdirSync(dataDir).includes("outbox") && readdirSync(outbox).join()).toMatch(/\.eml$/);
    const email = await PostalMime.parse(readFileSync(join(outbox, readdirSync(outbox)[0] ?? "")));
    expect(email.to).toMatchObject([{ address: "owner@localhost" }]);
    expect(email.text).toContain(`${gateway.url}/admin?token_hash=`);
    expect(gateway.output().match(/outbox folder/g)).toHaveLength(1);
  });

  it("goes to the mail server of the settings, and the output contains no password and no address", async () => {
    const received: Buffer[] = [];
    const port = await aMailServerAtAPort({
      async onData(stream, _, callback) {
        received.push(await buffer(stream));
        callback();
      },
      onAuth: ({ username }, _, callback) => callback(null, { user: username }),
    });
    const dataDir = aTestFolder();
    const gateway = await startGateway({
      dataDir,
      settings: { SMTP_URL: `smtp://me:mail-secret@127.0.0.1:${port}`, MAIL_FROM: "Harbour Line <hello@localhost>" },
    });
    await requestNewPassword(gateway);
    await expect.poll(() => received.length).toBe(1);
    expect((await PostalMime.parse(received[0] ?? "")).from).toMatchObject({ name: "Harbour Line" });
    await expect.poll(() => readdirSync(join(dataDir, "outbox"), { recursive: true })).toEqual(["waiting"]);
    await gateway.end("SIGTERM");
    expect(gateway.output()).not.toMatch(/mail-secret|owner@localhost/);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "is not lost in an outage of the mail server and %s, and is sent after the next start",
    async (signal) => {
      const dataDir = aTestFolder();
      const port = await freePort();
      const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "hello@localhost" };
      const gateway = await startGateway({ dataDir, settings });
      await requestNewPassword(gateway);
      await expect.poll(gateway.output).toContain("the mail server fails");
      await gateway.end(signal);
      const received: Buffer[] = [];
      const options: SMTPServerOptions = {
        async onData(stream, _, callback) {
          received.push(await buffer(stream));
          callback();
        },
      };
      await aMailServerAtAPort(options, port);
      const next = await startGateway({ dataDir, settings });
      await expect.poll(() => received.length).toBe(1);
      await expect.poll(() => readdirSync(join(dataDir, "outbox", "waiting"))).toEqual([]);
      expect(next.output()).not.toContain("owner@localhost");
    },
  );
});
