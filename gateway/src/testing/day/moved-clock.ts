// Preloaded into a gateway under test by `node --import`: its clock is off by as many milliseconds as the file that
// MOVED_CLOCK_FILE names says, which is read again on SIGUSR2. Timers go by another clock and are not touched, as when
// an administrator, or a time server, sets a machine's clock.
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

// Signals come to the main thread alone; others live too short to see the clock move.
if (isMainThread) {
  process.on("SIGUSR2", () => {
    offMs = readOff();
    process.stdout.write(`The clock is off by ${offMs} ms\n`);
  });
}

function readOff(): number {
  return Number(readFileSync(file, "utf8"));
}
