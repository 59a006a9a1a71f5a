/** Reports as mail servers write them, for tests. Each is about the email that went to `to` from `returnPath`. */

export type About = { to: string; returnPath: string; messageId: string };

const lines = (...parts: string[]) => Buffer.from(parts.join("\r\n"));

const returned = ({ to, messageId }: About) => [
  'From: "Harbour Line" <hello@artist.example>',
  `To: ${to}`,
  "Subject: Snow",
  `Message-ID: ${messageId}`,
  "Date: Tue, 01 Dec 2026 12:00:00 +0000",
];

type Report = {
  about: About;
  /** Headers before those of MIME. */
  headers: readonly string[];
  text: readonly string[];
  /** Fields of the part for programs. */
  status: readonly string[];
  original?: readonly string[];
  type?: string;
  originalType?: string;
};

function aReport({ about, headers, text, status, original, type = "delivery-status", originalType }: Report): Buffer {
  return lines(
    ...headers,
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${type};`,
    '\tboundary="8D2F41A.1796126400/mx.example"',
    "",
    "This is a MIME-encapsulated message.",
    "",
    "--8D2F41A.1796126400/mx.example",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    ...text,
    "",
    "--8D2F41A.1796126400/mx.example",
    `Content-Type: message/${type}`,
    "",
    ...status,
    "",
    "--8D2F41A.1796126400/mx.example",
    `Content-Type: ${originalType ?? "message/rfc822"}`,
    "",
    ...(original ?? [`Return-Path: <${about.returnPath}>`, ...returned(about)]),
    "",
    "It is out.",
    "--8D2F41A.1796126400/mx.example--",
    "",
  );
}

export function aPostfixReport(about: About, { status = "5.1.1", code = "550 5.1.1", action = "failed" } = {}): Buffer {
  return aReport({
    about,
    headers: [
      "Return-Path: <>",
      "Date: Tue,  1 Dec 2026 12:00:03 +0000 (UTC)",
      "From: MAILER-DAEMON@mx.example (Mail Delivery System)",
      "Subject: Undelivered Mail Returned to Sender",
      `To: ${about.returnPath}`,
      "Auto-Submitted: auto-replied",
    ],
    text: ["This is the mail system at host mx.example.", "", `<${about.to}>: host mail.example.test said: ${code}`],
    status: [
      "Reporting-MTA: dns; mx.example",
      "X-Postfix-Queue-ID: 8D2F41A",
      `X-Postfix-Sender: rfc822; ${about.returnPath}`,
      "Arrival-Date: Tue,  1 Dec 2026 12:00:00 +0000 (UTC)",
      "",
      `Final-Recipient: rfc822; ${about.to}`,
      `Original-Recipient: rfc822;${about.to}`,
      `Action: ${action}`,
      `Status: ${status}`,
      "Remote-MTA: dns; mail.example.test",
      `Diagnostic-Code: smtp; ${code} <${about.to}>: Recipient address rejected: User`,
      "    unknown in virtual mailbox table",
    ],
  });
}

/** Exim writes 5.0.0 for every failure, and next to it what the other server said. */
export function anEximReport(about: About, said = "550-5.1.1 The email account that you tried to reach does"): Buffer {
  return aReport({
    about,
    headers: [
      `X-Failed-Recipients: ${about.to}`,
      "Auto-Submitted: auto-replied",
      "From: Mail Delivery System <Mailer-Daemon@server.hosting.example>",
      `To: ${about.returnPath}`,
      "References: <1@elsewhere.example>",
      "Subject: Mail delivery failed: returning message to sender",
      "Message-Id: <E1wQxYz-0000000AbCd-1234@server.hosting.example>",
    ],
    text: [
      "This message was created automatically by mail delivery software.",
      "",
      `  ${about.to}`,
      "    host mx.example.test [192.0.2.25]",
      `    SMTP error from remote mail server after RCPT TO:<${about.to}>:`,
      `    ${said}`,
    ],
    status: [
      "Reporting-MTA: dns; server.hosting.example",
      "",
      "Action: failed",
      `Final-Recipient: rfc822;${about.to}`,
      "Status: 5.0.0",
      "Remote-MTA: dns; mx.example.test",
      `Diagnostic-Code: smtp; ${said}`,
      " 550-5.1.1 not exist. Please try double-checking",
    ],
    originalType: "text/rfc822-headers",
  });
}

/** A report of an Exim that writes no part for programs. */
export function aPlainEximReport(about: About): Buffer {
  return lines(
    `X-Failed-Recipients: ${about.to}`,
    "Auto-Submitted: auto-replied",
    "From: Mail Delivery System <Mailer-Daemon@old.example>",
    `To: ${about.returnPath}`,
    "Subject: Mail delivery failed: returning message to sender",
    "",
    "A message that you sent could not be delivered to one or more of its recipients.",
    "",
    `  ${about.to}`,
    `    550 5.1.1 <${about.to}>: no such user`,
    "",
    "------ This is a copy of the message, including all the headers. ------",
    "",
    ...returned(about),
    "",
  );
}

/** Gmail's report about a full mailbox. It contains a picture, HTML, a text, and a part for programs. */
export function aGmailReport(about: About): Buffer {
  return lines(
    `Delivered-To: ${about.returnPath}`,
    "Return-Path: <>",
    "From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
    `To: ${about.returnPath}`,
    "Auto-Submitted: auto-replied",
    "Subject: Delivery Status Notification (Failure)",
    `References: ${about.messageId}`,
    `In-Reply-To: ${about.messageId}`,
    `X-Failed-Recipients: ${about.to}`,
    "Message-ID: <66f.1a2b3c.GMR@mx.google.com>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; boundary="0000000000003c7e1b06"; report-type=delivery-status',
    "",
    "--0000000000003c7e1b06",
    'Content-Type: multipart/related; boundary="0000000000003c8d2a06"',
    "",
    "--0000000000003c8d2a06",
    'Content-Type: text/plain; charset="UTF-8"',
    "",
    "** Message not delivered **",
    `The recipient's inbox is full, and can't receive messages now: ${about.to}`,
    "--0000000000003c8d2a06",
    'Content-Type: image/png; name="icon.png"',
    'Content-Disposition: attachment; filename="icon.png"',
    "Content-Transfer-Encoding: base64",
    "Content-ID: <icon.png>",
    "",
    "iVBORw0KGgo=",
    "--0000000000003c8d2a06--",
    "--0000000000003c7e1b06",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; googlemail.com",
    `Received-From-MTA: dns; ${about.returnPath}`,
    "Arrival-Date: Tue, 01 Dec 2026 04:00:01 -0800 (PST)",
    `X-Original-Message-ID: ${about.messageId}`,
    "",
    `Final-Recipient: rfc822; ${about.to}`,
    "Action: failed",
    "Status: 5.2.2",
    "Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.26, the server for the domain",
    " gmail.com.)",
    "Diagnostic-Code: smtp; 552-5.2.2 The recipient's inbox is out of storage space.",
    "Last-Attempt-Date: Tue, 01 Dec 2026 04:00:02 -0800 (PST)",
    "",
    "--0000000000003c7e1b06",
    "Content-Type: message/rfc822",
    "",
    ...returned(about),
    "",
    "It is out.",
    "--0000000000003c7e1b06--",
    "",
  );
}

/** Microsoft 365 encodes the part for people, writes its own fields, and returns only headers. */
export function anOutlookReport(about: About): Buffer {
  return aReport({
    about,
    headers: [
      "From: Microsoft Outlook",
      "\t<MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.onmicrosoft.com>",
      `To: ${about.returnPath}`,
      "X-MS-Exchange-Message-Is-Ndr:",
      "Content-Language: en-US",
      `In-Reply-To: ${about.messageId}`,
      "Subject: Undeliverable: Snow",
      "Auto-Submitted: auto-replied",
    ],
    text: [`Your message to ${about.to} couldn't be delivered.`, "wasn't found at example.test."],
    status: [
      "Reporting-MTA: dns;AM9PR01MB1234.eurprd01.prod.exchangelabs.com",
      "Received-From-MTA: dns;mail.artist.example",
      "Arrival-Date: Tue, 1 Dec 2026 12:00:01 +0000",
      "",
      `Final-Recipient: rfc822;${about.to}`,
      "Action: failed",
      "Status: 5.1.10",
      "Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    ],
    original: ["Received: from mail.artist.example (192.0.2.7) by AM9PR01MB1234", ...returned(about)],
  });
}

/** A complaint as Yahoo sends it. */
export function aComplaint(about: About, { type = "abuse" } = {}): Buffer {
  return aReport({
    about,
    headers: [
      "From: <feedback@arf.mail.yahoo.example>",
      "To: bounces@artist.example",
      "Subject: Complaint from Mail",
      "Date: Tue, 1 Dec 2026 18:00:00 +0000",
    ],
    text: ["This is an email abuse report for an email message from artist.example."],
    type: "feedback-report",
    status: [
      `Feedback-Type: ${type}`,
      "User-Agent: Yahoo!-Mail-Feedback/2.0",
      "Version: 0.1",
      `Original-Mail-From: <${about.returnPath}>`,
      `Original-Rcpt-To: ${about.to}`,
      "Reported-Domain: artist.example",
    ],
  });
}

/** A report that names nobody: the address was forwarded, and the returned email was cut. */
export function aNamelessReport({ returnPath }: About): Buffer {
  return aReport({
    about: { to: "", returnPath, messageId: "" },
    headers: ["From: postmaster@elsewhere.example", `To: ${returnPath}`, "Subject: failure notice"],
    text: ["Sorry."],
    status: [
      "Reporting-MTA: dns; elsewhere.example",
      "",
      "Final-Recipient: rfc822; ann.smith@elsewhere.example",
      "Action: failed",
      "Status: 5.1.1",
    ],
    original: ["Subject: Snow"],
  });
}

/** An automatic reply to the return path. */
export function aVacationReply(about: About): Buffer {
  return lines(
    `From: <${about.to}>`,
    `To: ${about.returnPath}`,
    "Subject: Out of office: Snow",
    "Auto-Submitted: auto-replied (vacation)",
    `In-Reply-To: ${about.messageId}`,
    "",
    "I am away. In urgent cases call 5.1.1 or write to 550 5.1.1.",
    "",
  );
}

/** A read receipt. Source: RFC 8098. */
export function aReadReceipt(about: About): Buffer {
  return aReport({
    about,
    headers: [`From: <${about.to}>`, `To: ${about.returnPath}`, "Subject: Read: Snow"],
    text: ["Your message was read."],
    type: "disposition-notification",
    status: [
      `Final-Recipient: rfc822; ${about.to}`,
      `Original-Message-ID: ${about.messageId}`,
      "Disposition: manual-action/MDN-sent-manually; displayed",
    ],
  });
}
