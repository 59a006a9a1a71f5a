import { setTimeout } from "node:timers/promises";
import type { SMTPServerOptions } from "smtp-server";
import { expect } from "vitest";
import { openDataFile } from "../../data/data-file.ts";
import { aFolder, aProcess } from "../../data/data-folder.case.ts";
import { CONNECTIONS } from "./builtin/sending.ts";
import { aMailServer, aNewsletter, type MailServerResponse, subscribe } from "./some-newsletters.case.ts";
import { mailTo, SETTINGS, wireNewsletters } from "./wire-newsletters.case.ts";

/** Longest time before a kill, in milliseconds. */
const LONGEST_MS = 150;

/** How far the clock jumps, in milliseconds. */
const JUMP_MS = 2 * 60 * 60_000;

type Faults = {
  /** How the mail server behaves. */
  options?: SMTPServerOptions;
  respond?: () => MailServerResponse;
  /** Whether it refuses a recipient permanently. */
  isRefused?: (email: string) => boolean;
  /** Emails that it may have accepted without a response. */
  unanswered?: number;
  /** The data folder. */
  dir?: string;
  /** After this many kills the clock jumps two hours ahead: then the newsletter waits for the owner, who resumes it. */
  jumpsAfter?: number;
  /** What happens between two kills. */
  between?: (dir: string) => Promise<void>;
};

/**
 * Kills a program again and again while it sends a newsletter. No recipient gets it twice. The only people who miss it
 * are those that the server refuses and those listed in doubt: at most one per connection for each kill.
 */
export async function killSending(times: number, recipients: number, faults: Faults = {}): Promise<void> {
  const { options, respond, isRefused = () => false, unanswered = 0, dir = aFolder(), jumpsAfter, between } = faults;
  const server = await aMailServer(options, respond);
  const fans = Array.from({ length: recipients }, (_, at) => `fan${at}@d${at % 7}.example.test`);
  const id = await prepare(dir, fans, server.port);
  const start = (at: number) => {
    const ahead = jumpsAfter !== undefined && at >= jumpsAfter ? JUMP_MS : 0;
    return aProcess(new URL("./sending-process.case.ts", import.meta.url), dir, String(server.port), String(ahead));
  };
  for (let at = 0; at < times; at += 1) {
    const sending = await start(at);
    expect(sending.acknowledged).toEqual([at === jumpsAfter ? "late" : "sending"]);
    await setTimeout((at * LONGEST_MS) / times);
    await between?.(dir);
    await sending.kill();
  }
  await (await start(times)).ended;

  const data = openDataFile({ dir });
  const { newsletters } = await wireNewsletters({ data, mail: undefined, time: REAL_TIME });
  const counts = newsletters.find(id)?.counts;
  const doubts: string[] = [];
  for (let after: string | undefined = "0"; after !== undefined; ) {
    const page = newsletters.recipients(id, "in-doubt", after);
    doubts.push(...page.recipients.map(({ email }) => email));
    after = page.next ?? undefined;
  }
  data.close();
  const received = server.receivers();
  expect(new Set(received).size).toBe(received.length);
  expect(doubts.length).toBeLessThanOrEqual(times * CONNECTIONS + unanswered);
  const found = new Set([...received, ...doubts]);
  const missing = fans.filter((fan) => !found.has(fan));
  expect(missing.filter((fan) => !isRefused(fan))).toEqual([]);
  expect(counts).toMatchObject({
    frozen: recipients,
    refused: missing.length,
    inDoubt: doubts.length,
    waiting: 0,
    left: 0,
  });
  expect((counts?.sent ?? 0) + doubts.length + missing.length).toBe(recipients);
}

const REAL_TIME = {
  clock: () => new Date(),
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }),
};

/** Stores a newsletter whose sending has begun, and has not sent anything yet. */
async function prepare(dir: string, fans: readonly string[], port: number): Promise<number> {
  const data = openDataFile({ dir });
  await subscribe(data, fans);
  const { newsletters } = await wireNewsletters({ data, mail: mailTo(data, port), time: REAL_TIME });
  await newsletters.saveSettings(SETTINGS);
  const { id, revision } = await aNewsletter(newsletters);
  // Stopped services store what is to be sent, and send nothing.
  await newsletters.stop();
  expect(await newsletters.send(id, { revision }, "")).toMatchObject({ ok: true });
  data.close();
  return id;
}
