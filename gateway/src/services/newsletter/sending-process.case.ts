import { setTimeout } from "node:timers/promises";
import { openDataFile } from "../../data/data-file.ts";
import { mailTo, wireNewsletters } from "./wire-newsletters.case.ts";

// Tests run this as a separate process: `node sending-process.case.ts DIR PORT [AHEAD]`. It continues the newsletters
// of the data file, prints a line when it begins, and ends once nothing is being sent any more. Its clock is AHEAD
// milliseconds ahead. If a newsletter waits for the owner, it prints why, and resumes it.
const [, , dir = "", port = "", ahead = "0"] = process.argv;

const data = openDataFile({ dir });
const time = {
  clock: () => new Date(Date.now() + Number(ahead)),
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }),
};
const { newsletters } = await wireNewsletters({ data, mail: mailTo(data, Number(port)), time });
await newsletters.check();
const paused = newsletters.list().newsletters.find(({ state }) => state === "paused");
process.stdout.write(`${paused?.pausedBecause ?? "sending"}\n`);
if (paused) await newsletters.resume(paused.id);
while (newsletters.list().newsletters.some(({ state }) => state === "sending")) await setTimeout(20);
await newsletters.stop();
data.close();
process.exit(0);
