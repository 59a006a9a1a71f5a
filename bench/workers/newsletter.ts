// Sends or freezes a newsletter in its own process, like the gateway: `newsletter.ts ours|bare PORT COUNT` sends to a
// mail server of this machine, `newsletter.ts freeze FOLDER` freezes the recipients of a list.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { openDataFile } from "../../gateway/src/data/data-file.ts";
import { dkimOptions, makeDkimKey } from "../../gateway/src/services/mail/dkim.ts";
import { CONNECTIONS } from "../../gateway/src/services/newsletter/builtin/sending.ts";
import { UNSUBSCRIBE_PLACEHOLDER } from "../../gateway/src/services/newsletter/compose/contract.ts";
import { mailTo, SETTINGS, wireNewsletters } from "../../gateway/src/services/newsletter/wire-newsletters.case.ts";
import { residentMegabytes } from "../support/processes.ts";
import { emailOf, SIGN_UP } from "./sign-up.ts";

/** What the process prints at its end. */
export type SentNewsletter = { perMinute: number };
export type FrozenNewsletter = { seconds: number; extraMegabytes: number };

/** An email of 20 kB, as a newsletter with a few blocks has it. */
const HTML = `<p>${"Snow falls on the harbour tonight, and the new single is out. ".repeat(320)}</p>`;
const TEXT = "Snow falls on the harbour tonight, and the new single is out.\n".repeat(40);
const composer = {
  compose: async () => ({
    html: `${HTML}<a href="${UNSUBSCRIBE_PLACEHOLDER}">Unsubscribe</a>`,
    text: `${TEXT}${UNSUBSCRIBE_PLACEHOLDER}\n`,
    webHtml: HTML,
    problems: [],
  }),
  begin: async () => undefined,
  choices: async () => ({ products: [], releases: [], shows: [], pictures: [] }),
};
const time = {
  clock: () => new Date(),
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }),
};

const [mode = "", folder = "", portText = "", countText = ""] = process.argv.slice(2);
const data = openDataFile({ dir: join(folder, mode === "freeze" ? "" : mode) });
const result = mode === "freeze" ? await freeze() : mode === "ours" ? await sendOurs() : await sendBare();
data.close();
process.stdout.write(JSON.stringify(result));
// Connections of the bare sender that are still open would hold the process.
process.exit(0);

async function openNewsletter(port: number) {
  const { newsletters } = await wireNewsletters({ data, mail: mailTo(data, port), time, composer });
  await newsletters.saveSettings(SETTINGS);
  const draft = await newsletters.begin(undefined);
  const { id, revision } = draft ?? { id: 0, revision: 0 };
  await newsletters.edit(id, { revision, subject: "Snow", body: "It is out." });
  return { newsletters, id, revision: revision + 1 };
}

async function sendOurs(): Promise<SentNewsletter> {
  const count = Number(countText);
  await makeDkimKey(data.write, "artist.example", new Date());
  await data.write((writer) => {
    for (let number = 0; number < count; number += 1) {
      writer.run(
        "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, ?, ?, ?)",
        emailOf("news", number),
        SIGN_UP.status,
        SIGN_UP.source,
        "2026-03-01T04:05:06.000000Z",
      );
    }
  });
  const { newsletters, id, revision } = await openNewsletter(Number(portText));
  const from = performance.now();
  await newsletters.send(id, { revision }, "");
  while (newsletters.find(id)?.state === "sending") await pause(5);
  const seconds = (performance.now() - from) / 1000;
  const sent = newsletters.find(id)?.counts?.sent;
  if (sent !== count) throw new Error(`Only ${sent} of ${count} emails were sent`);
  await newsletters.stop();
  return { perMinute: (count / seconds) * 60 };
}

/** The same emails by nodemailer alone, over as many connections, signed too. */
async function sendBare(): Promise<SentNewsletter> {
  const count = Number(countText);
  const key = await makeDkimKey(data.write, "artist.example", new Date());
  const transport = createTransport({
    host: "127.0.0.1",
    port: Number(portText),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
    ignoreTLS: true,
    ...dkimOptions(key),
  });
  const link = `https://artist.example/unsubscribe?t=${"a".repeat(64)}&n=1`;
  let next = 0;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < count) {
        const number = next;
        next += 1;
        await transport.sendMail({
          from: "Harbour Line <hello@artist.example>",
          to: emailOf("news", number),
          subject: "Snow",
          html: `${HTML}<a href="${link}">Unsubscribe</a>`,
          text: `${TEXT}${link}\n`,
          headers: { "List-Id": "<newsletter.artist.example>", "List-Unsubscribe": `<${link}>` },
        });
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  transport.close();
  return { perMinute: (count / seconds) * 60 };
}

/** Freezes all subscribers of the folder's data file. Nothing is sent. */
async function freeze(): Promise<FrozenNewsletter> {
  const { newsletters, id, revision } = await openNewsletter(1);
  await newsletters.stop();
  const before = residentMegabytes(process.pid);
  const from = performance.now();
  const frozen = await newsletters.send(id, { revision }, "");
  const seconds = (performance.now() - from) / 1000;
  if (!frozen.ok) throw new Error(`The recipients were not frozen: ${frozen.reason}`);
  return { seconds, extraMegabytes: process.resourceUsage().maxRSS / 1024 - before };
}
