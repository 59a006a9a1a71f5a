// Preloaded into a gateway under test by `node --import`. It shifts the clock by the milliseconds in MOVED_CLOCK_FILE,
// and reads the file again on SIGUSR2. Timers use another clock, which does not change. The same happens when somebody
// sets the clock of a machine.
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.MOVED_CLOCK_FILE ?? "";
const RealDate = Date;
let offMs = readOff();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words: unknown[], newTarget) =>
    Reflect.construct(target, words.length === 0 ? [target.now() + offMs] : words, newTarget),
  apply: (target) => new target(target.now() + offMs).toString(),
  get: (target, key, receiver) => (key === "now" ? () => target.now() + offMs : Reflect.get(target, key, receiver)),
});

// Only the main thread receives signals. Worker threads end too soon to see the clock change.
if (isMainThread) {
  process.on("SIGUSR2", () => {
    offMs = readOff();
    process.stdout.write(`The clock is off by ${offMs} ms\n`);
  });
}

function readOff(): number {
  return Number(readFileSync(file, "utf8"));
}
