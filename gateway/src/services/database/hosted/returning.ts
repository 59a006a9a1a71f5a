import type { EmailLook } from "../../../content/identity/email-look.ts";
import type { SendEmail } from "../../shared/outgoing-messages.ts";
import { confirmationEmail, RETURN_PATH, type Returning } from "../../shared/resubscribe.ts";
import { type HostedProject, unexpectedResponse } from "../../shared/supabase-project.ts";
import { callFunction } from "./list-requests.ts";

type HostedReturningOptions = {
  project: HostedProject;
  /** Address of the site, without a slash at the end. */
  publicUrl: string;
  sendEmail: SendEmail;
  artistName: () => string;
  emailLook?: (() => EmailLook) | undefined;
  log: { warn: (fields: object, message: string) => void };
};

/**
 * Lets addresses return to a list at Supabase. The project stores requests and makes links; the site sends emails.
 */
export interface HostedReturning extends Returning {
  /** Sends a link after a sign-up, if the address needs one and its mailbox got none for a day. */
  send(email: string): void;
  /** Resolves when no email is being sent. */
  settle(): Promise<void>;
}

/** Sends confirmation emails for a list at Supabase. If a link was made but not sent, a new one is made after a day. */
export function createHostedReturning(options: HostedReturningOptions): HostedReturning {
  const { project, publicUrl, sendEmail, artistName, emailLook, log } = options;
  const sending = new Set<Promise<void>>();

  async function sendLink(email: string): Promise<void> {
    const token = await callFunction(project, "take_return_token", { address: email });
    if (token === null) return;
    if (typeof token !== "string") throw unexpectedResponse(project.provider);
    const link = `${publicUrl}${RETURN_PATH}?t=${token}`;
    await sendEmail(
      confirmationEmail({ to: email, link, artistName: artistName(), look: emailLook?.(), isReturn: true }),
    );
  }

  return {
    send(email) {
      const work = sendLink(email)
        .catch((error: unknown) => log.warn({ err: error }, "a confirmation email could not be sent"))
        .finally(() => sending.delete(work));
      sending.add(work);
    },
    async settle() {
      await Promise.all(sending);
    },
    async findSignUp(token) {
      const address = await callFunction(project, "address_of_return", { token });
      if (address === null) return undefined;
      if (typeof address !== "string") throw unexpectedResponse(project.provider);
      return { hiddenAddress: address, isReturn: true };
    },
    async confirm(token) {
      const isOnList = await callFunction(project, "return_by_link", { token });
      if (typeof isOnList !== "boolean") throw unexpectedResponse(project.provider);
      return isOnList;
    },
  };
}
