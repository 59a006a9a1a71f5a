import type { NewsletterSettings } from "@porchlight/protocol/newsletters.ts";
import { createBuiltinNewsletterList } from "../../composition/newsletter-lists.ts";
import type { DataFile } from "../../data/data-file.ts";
import { openListSecret } from "../../data/list-secret.ts";
import { createBatchMail } from "../mail/batch.ts";
import { readDkimKey } from "../mail/dkim.ts";
import type { BatchMail } from "../shared/batch-email.ts";
import { TOWNS_QUERY, townFansQuery } from "../shows/reminders/town-fans.ts";
import { buyersQuery } from "../store/builtin/orders/buyers.ts";
import { createUnsubscribeLinks } from "../unsubscribe/links.ts";
import { createNewsletters } from "./builtin.ts";
import { type Composer, UNSUBSCRIBE_PLACEHOLDER } from "./compose/contract.ts";

/** Newsletters for tests and for the processes that tests kill. */

export const PUBLIC_URL = "https://artist.example";
export const SETTINGS: NewsletterSettings = {
  postalAddress: "Harbour Line\n1 Pier Road\nKingston",
  isConfirmed: false,
  welcome: { subject: "", body: "" },
};

/** Composes an email from the text only. A body with `[[nothing]]` has a problem. */
const plainComposer: Composer = {
  compose: async ({ body }) => ({
    html: `<p>${body}</p><a href="${UNSUBSCRIBE_PLACEHOLDER}">Unsubscribe</a>`,
    text: `${body}\n\nUnsubscribe: ${UNSUBSCRIBE_PLACEHOLDER}\n`,
    webHtml: `<p>${body}</p>`,
    problems: body.includes("[[nothing]]") ? [{ code: "bad-block", message: "[[nothing]] names nothing." }] : [],
  }),
  begin: async (from) =>
    "release" in from ? { subject: `New: ${from.release}`, preheader: "", body: "Out now." } : undefined,
  choices: async () => ({ products: [], releases: [], shows: [], pictures: [] }),
};

const DOMAIN = "artist.example";
const silent = () => {};

/** Sends through a mail server of this machine. */
export function mailTo(data: DataFile, port: number): BatchMail {
  return createBatchMail({
    url: `smtp://127.0.0.1:${port}`,
    from: `Harbour Line <hello@${DOMAIN}>`,
    dkim: () => readDkimKey(data.read, DOMAIN),
  });
}

type Time = Pick<Parameters<typeof createNewsletters>[0], "clock" | "now" | "wait">;

/** Opens newsletters on a data file with a built-in list. */
export async function wireNewsletters({
  composer = plainComposer,
  data,
  mail,
  time,
  testAddress,
  ...overrides
}: {
  data: DataFile;
  mail: BatchMail | undefined;
  time: Time;
  composer?: Composer;
  testAddress?: (date: Date) => string | undefined;
} & Partial<Pick<Parameters<typeof createNewsletters>[0], "isUnreachable" | "ownerEmail" | "list">>) {
  const secret = await openListSecret(data);
  const links = createUnsubscribeLinks({ secret, publicUrl: PUBLIC_URL });
  const newsletters = createNewsletters({
    data,
    mail,
    composer,
    list: createBuiltinNewsletterList(links),
    queries: { buyers: buyersQuery, townFans: townFansQuery, towns: TOWNS_QUERY },
    secret,
    publicUrl: PUBLIC_URL,
    ownerEmail: `owner@${DOMAIN}`,
    testAddress,
    ...overrides,
    ...time,
    log: { info: silent, warn: silent, error: silent },
  });
  return { newsletters, links };
}
