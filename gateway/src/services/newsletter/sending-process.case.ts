import { setTimeout } from "node:timers/promises";
import { openDataFile } from "../../data/data-file.ts";
import { mailTo, wireNewsletters } from "./wire-newsletters.case.ts";

// Tests run this as a separate process: `node sending-process.case.ts DIR PORT`. It goes on with the newsletters of the
// data file, prints a line when it begins, and ends once nothing is being sent any more.
const [, , dir = "", port = ""] = process.argv;

const data = openDataFile({ dir });
const time = {
  clock: () => new Date(),
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }),
};
const { newsletters } = await wireNewsletters({ data, mail: mailTo(data, Number(port)), time });
await newsletters.check();
process.stdout.write("sending\n");
while (newsletters.list().newsletters.some(({ state }) => state === "sending")) await setTimeout(20);
await newsletters.stop();
data.close();
process.exit(0);
