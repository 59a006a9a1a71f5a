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
        "There is none: emails only become files in the folder outbox, buyers get none, and shows have no “Remind me”.",
        "Set SMTP_URL and MAIL_FROM before you sell anything. Emails for a forgotten password need them too.",
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
          "Copy both again. In SMTP_URL, write @ : / % as %40 %3A %2F %25. Some providers require an app password.",
        ),
      ];
    }
    return [unreachable(host, code, error)];
  }
  if (url.username !== "") return [answers, login.good("It accepts the name and password of SMTP_URL.")];
  return [
    answers,
    login.unknown(
      "SMTP_URL holds no user name. Only a sent email shows whether the server accepts emails to other domains.",
      "Request an email for a forgotten password at /admin, and check that it arrives.",
    ),
  ];
}

function unreachable(host: string, code: unknown, error: unknown): Finding {
  if (code === "ETLS") {
    return server.bad(
      `${host} offers no trusted TLS, and the site never sends emails to another machine without it.`,
      "Try smtps:// with port 465, and the name that the server's certificate has.",
    );
  }
  return server.bad(
    `${host} cannot be used: ${whyUnreachable(error)}.`,
    "Check the name and the port in SMTP_URL. Many hosters block port 25: use 465 or 587.",
  );
}

function checkSender(smtp: SmtpSettings): Finding {
  const domain = senderDomain(smtp);
  if (domain === undefined || !domain.includes(".")) {
    return sender.bad(
      "MAIL_FROM is not an address of a public domain.",
      "Set MAIL_FROM to an address of your own domain, such as Harbour Line <hello@example.com>.",
    );
  }
  const user = connectionOf(new URL(smtp.url)).auth?.user ?? "";
  const domainOfUser = user.includes("@") ? user.slice(user.lastIndexOf("@") + 1).toLowerCase() : domain;
  return domainOfUser === domain
    ? sender.good(`Emails are sent from ${domain}.`)
    : sender.look(
        `Emails are sent from ${domain}, but the site signs in to the mail server with an address of ${domainOfUser}.`,
        `Check that the mail server may send for ${domain}, or set MAIL_FROM to an address of ${domainOfUser}.`,
      );
}
