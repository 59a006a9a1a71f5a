import type { Page } from "@playwright/test";
import type { MailStatus } from "@porchlight/protocol/mail.ts";

/** Tells the dashboard how it is about emails, whatever other states have left in the outbox. */
export function tellMail(page: Page, status: MailStatus = { isSent: true, waiting: 0 }): Promise<unknown> {
  return page.route("**/admin/api/mail", (route) => route.fulfill({ json: status }));
}
