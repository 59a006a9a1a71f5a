import type { Finding } from "@porchlight/protocol/doctor.ts";
import type { SmtpSettings } from "../../config/provider-settings.ts";
import { isLoopback } from "../../lib/loopback.ts";
import { readSender } from "../../lib/mail-address.ts";
import { connectionOf } from "../../services/mail/smtp.ts";
import { about } from "../finding.ts";
import type { Outside } from "../outside/outside.ts";
import type { Subject } from "../subject.ts";
import { whyUnreachable } from "../try-fetch.ts";

const server = about("mail-server", "Mail server");
const login = about("mail-login", "Signing in there");
const sender = about("mail-sender", "Sender of emails");

/** Connects to the mail server, signs in, sends nothing, and checks the sender's address. */
export async function checkMail({ settings }: Subject, { greetMailServer }: Outside): Promise<Finding[]> {
  if (!settings) return [];
  const { smtp } = settings;
  if (!smtp) {
    return [
      server.look(
        "There is none: emails are files in the folder outbox, and no buyer gets one.",
        "Set SMTP_URL and MAIL_FROM before you sell, and before you forget your password.",
      ),
    ];
  }
  return [...(await checkServer(smtp, greetMailServer)), checkSender(smtp)];
}

/** Domain of the sender's address; undefined when the sender is not an address. */
export function senderDomain({ from }: SmtpSettings): string | undefined {
  const address = readSender(from)?.address;
  return address?.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

async function checkServer(smtp: SmtpSettings, greet: Outside["greetMailServer"]): Promise<Finding[]> {
  const url = new URL(smtp.url);
  const host = url.hostname;
  const isInTheClear = url.protocol === "smtp:" && isLoopback(host);
  const answers = server.good(`${host} answers${isInTheClear ? ", on this machine" : ", over TLS"}.`);
  try {
    await greet(smtp);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EAUTH" || code === "ENOAUTH") {
      return [
        answers,
        login.bad(
          "It refuses the name and password of SMTP_URL.",
          "Copy both anew; signs such as @ : / % are written %40 %3A %2F %25 there. Some providers ask for an app password.",
        ),
      ];
    }
    return [unreachable(host, code, error)];
  }
  if (url.username !== "") return [answers, login.good("It takes the name and password of SMTP_URL.")];
  return [
    answers,
    login.unknown(
      "SMTP_URL holds no name, so whether it takes emails for others shows only when one is sent.",
      "Ask for an email for a forgotten password at /admin, and see that it comes.",
    ),
  ];
}

function unreachable(host: string, code: unknown, error: unknown): Finding {
  if (code === "ETLS") {
    return server.bad(
      `${host} offers no TLS that can be trusted, and emails never go to another machine without it.`,
      "Try smtps:// with port 465, and the name that the server's certificate has.",
    );
  }
  return server.bad(
    `${host} cannot be used: ${whyUnreachable(error)}.`,
    "Check name and port in SMTP_URL; many hosters block port 25, and 465 or 587 is right.",
  );
}

function checkSender(smtp: SmtpSettings): Finding {
  const domain = senderDomain(smtp);
  if (domain === undefined || !domain.includes(".")) {
    return sender.bad(
      "MAIL_FROM is no address that mail can come from.",
      "Set MAIL_FROM to an address of your own domain, Harbour Line <hello@example.com>.",
    );
  }
  const user = connectionOf(new URL(smtp.url)).auth?.user ?? "";
  const domainOfUser = user.includes("@") ? user.slice(user.lastIndexOf("@") + 1).toLowerCase() : domain;
  return domainOfUser === domain
    ? sender.good(`Letters come from ${domain}.`)
    : sender.look(
        `Letters come from ${domain}, but the mail server is signed in to with an address of ${domainOfUser}.`,
        "See that the mail server may send for that domain, or set MAIL_FROM to an address of it.",
      );
}
