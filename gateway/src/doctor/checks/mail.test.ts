import { freePort } from "@porchlight/fixtures/free-port.ts";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";
import { aMailServerAtAPort } from "../../services/mail/mail-server.case.ts";
import { anOutside, aSite, statusesOf, systemError, the } from "../a-site.case.ts";
import { greetMailServer } from "../outside/greet-mail-server.ts";
import { checkMail } from "./mail.ts";

/** A mail server that accepts one password. `sent` holds the senders of the emails that it gets. */
async function aMailServer(options: SMTPServerOptions = {}) {
  const sent: string[] = [];
  const port = await aMailServerAtAPort({
    onAuth({ password }, _, callback) {
      if (password === "right") callback(null, { user: "me" });
      else callback(new Error("Wrong password hunter2"));
    },
    onMailFrom({ address }, _, callback) {
      sent.push(address);
      callback();
    },
    ...options,
  });
  return { port, sent };
}

function check(url: string, from = "Harbour Line <hello@harbour.example>") {
  const site = aSite({ SMTP_URL: url, MAIL_FROM: from });
  return checkMail(site, anOutside({ greetMailServer }));
}

describe("the mail server", () => {
  it("is good when it accepts the password, and the check sends no email", async () => {
    const { port, sent } = await aMailServer();
    const findings = await check(`smtp://me:right@127.0.0.1:${port}`);
    expect(statusesOf(findings)).toEqual({ "mail-server": "good", "mail-login": "good", "mail-sender": "good" });
    expect(sent).toEqual([]);
  });

  it("is bad when it rejects the password, and the finding shows neither the password nor the server's message", async () => {
    const { port } = await aMailServer();
    const findings = await check(`smtp://me:wrong@127.0.0.1:${port}`);
    expect(statusesOf(findings)).toMatchObject({ "mail-server": "good", "mail-login": "bad" });
    expect(JSON.stringify(findings)).not.toMatch(/wrong@|hunter2/);
  });

  it("is bad when it offers no sign-in but the settings hold a name and password", async () => {
    const { port } = await aMailServer({ disabledCommands: ["STARTTLS", "AUTH"] });
    expect(the("mail-login", await check(`smtp://me:right@127.0.0.1:${port}`)).status).toBe("bad");
  });

  it("is good when the settings hold no name, but whether the server accepts emails is unknown", async () => {
    const { port } = await aMailServer();
    const findings = await check(`smtp://127.0.0.1:${port}`);
    expect(statusesOf(findings)).toMatchObject({ "mail-server": "good", "mail-login": "unknown" });
  });

  it("is bad without TLS on another machine, or with a certificate that nobody trusts", async () => {
    const open = await aMailServer();
    // 0.0.0.0 reaches this machine, but is not recognised as loopback.
    const inTheClear = await check(`smtp://me:right@0.0.0.0:${open.port}`);
    expect(the("mail-server", inTheClear).status).toBe("bad");
    const selfMade = await aMailServer({ secure: true });
    const untrusted = await check(`smtps://me:right@127.0.0.1:${selfMade.port}`);
    expect(the("mail-server", untrusted).status).toBe("bad");
    expect(statusesOf(untrusted)).not.toHaveProperty("mail-login");
  });

  it("is bad when it cannot be reached", async () => {
    const findings = await check(`smtp://127.0.0.1:${await freePort()}`);
    expect(the("mail-server", findings).status).toBe("bad");
  });

  it("has one message when it lacks TLS and another when it cannot be reached", async () => {
    const site = aSite({ SMTP_URL: "smtp://mail.example", MAIL_FROM: "hello@harbour.example" });
    const rejecting = (code: string) => anOutside({ greetMailServer: () => Promise.reject(systemError(code)) });
    expect(the("mail-server", await checkMail(site, rejecting("ETLS"))).found).toContain("no trusted TLS");
    expect(the("mail-server", await checkMail(site, rejecting("EDNS"))).found).toContain("could not be looked up");
  });

  it("is worth a look when no setting names one", async () => {
    expect(statusesOf(await checkMail(aSite(), anOutside()))).toEqual({ "mail-server": "look" });
  });
});

describe("the sender of emails", () => {
  const senderOf = async (from: string, user = "") =>
    the(
      "mail-sender",
      await checkMail(aSite({ SMTP_URL: `smtps://${user}mail.example`, MAIL_FROM: from }), anOutside()),
    );

  it("is good with an address of its own domain", async () => {
    expect((await senderOf("hello@harbour.example", "me%40harbour.example:right@")).status).toBe("good");
  });

  it("is worth a look when the user name at the mail server is an address of another domain", async () => {
    const finding = await senderOf("hello@harbour.example", "me%40mail.example:right@");
    expect(finding).toMatchObject({ status: "look" });
    expect(finding.found).not.toContain("me@");
  });

  it("is checked even if the user name at the mail server has a percent sign that is not encoded", async () => {
    expect((await senderOf("hello@harbour.example", "50%off:right@")).status).toBe("good");
  });

  it("is bad when nobody can reply to it", async () => {
    expect((await senderOf("owner@localhost")).status).toBe("bad");
  });
});
