/** Sentences about newsletters that the gateway shows to the owner, and the parts of an email that it adds. */

import type { SendingProblem } from "@porchlight/protocol/newsletters.ts";

/** What is missing before a newsletter can be sent. */
export const MISSING = {
  "no-mail-server":
    "The site cannot send emails yet, because no mail server is set up. The person who runs the server adds SMTP_URL to the file .env and starts the site again.",
  "no-public-address":
    "Nobody else can open your site yet, because its address is one of your own network. The links of a newsletter would lead nowhere, and nobody could unsubscribe. The person who runs the server sets PUBLIC_URL in the file .env to the address that visitors use, and starts the site again.",
  "no-postal-address": "Your postal address is missing. The law wants it in each newsletter: add it in the settings.",
  "no-subject": "The subject is empty.",
  "no-body": "There is no text yet.",
  "no-recipients": "There is nobody to send it to.",
} satisfies Partial<Record<SendingProblem["code"], string>>;

/** Why a test email is not sent to the owner's address. */
export const noOwnerAddress = (address: string) =>
  `The test email cannot be sent: your address is set to ${address}, which no email reaches. The person who runs the server adds ADMIN_EMAIL with your address to the file .env and starts the site again. New orders come to that address too.`;

/** Subject of a test email. */
export const testSubject = (subject: string) => `Test: ${subject}`;
