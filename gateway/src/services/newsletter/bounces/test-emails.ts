import type { DataFile } from "../../../data/data-file.ts";
import { headerOf, readHeaders } from "../../../lib/email-headers.ts";
import { readMailState, storeMailState } from "../../shared/mail-states.ts";
import { emailMarks } from "./email-mark.ts";

/** Stands for the newsletter in the marks of test emails. Newsletters count from 1. */
const TEST_ID = 0;
/** Longest head that is stored, in characters. */
const HEAD_MAX = 64 * 1024;

/** Test emails that the site sends to its own mailbox of bounces, and how they arrive there. */
export interface TestEmails {
  /** The address for a test email; undefined without such a mailbox. `date`: of its header. */
  address(date: Date): string | undefined;
  /**
   * Stores the headers of a test email. Only the site can make the mark in its address, which is valid only for its
   * date.
   *
   * @returns whether it is a test email of this site
   */
  take(source: Uint8Array): Promise<boolean>;
}

type TestEmailsOptions = {
  data: DataFile;
  /** Reads the secret of this site's list, in base64url. */
  secret: () => string;
  /** Address of the mailbox, which is polled; undefined if there is none. */
  mailbox: string | undefined;
};

export function createTestEmails({ data, secret, mailbox }: TestEmailsOptions): TestEmails {
  const [local, host] = mailbox?.split("@") ?? [];
  const marks = () => emailMarks(secret());
  return {
    address: (date) => local && host && `${local}+${marks().of(TEST_ID, secondOf(date))}@${host}`,

    async take(source) {
      const head =
        Buffer.from(source.subarray(0, HEAD_MAX))
          .toString("utf8")
          .split(/\r?\n\r?\n/, 1)[0] ?? "";
      const headers = readHeaders(head);
      const date = new Date(headerOf(headers, "date") ?? "");
      if (Number.isNaN(date.getTime())) return false;
      const made = marks();
      const isOurs = made
        .find(headerOf(headers, "to") ?? "")
        .some((mark) => mark.newsletterId === TEST_ID && made.isOf(mark, secondOf(date)));
      if (!isOurs) return false;
      const at = date.toISOString();
      await data.write((writer) => {
        const stored = readMailState(writer, "test-email");
        // An earlier one may arrive later, or a second time.
        if (stored === undefined || stored.at <= at) storeMailState(writer, "test-email", { at, state: head });
      });
      return true;
    },
  };
}

/** Dates of emails have no fractions of seconds. */
const secondOf = (date: Date) => `${Math.floor(date.getTime() / 1000)}`;
