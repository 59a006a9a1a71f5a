// measure-files.ts runs this file as a separate process:
//   node measure-program.ts FILE…  prints for each file its measurements, or why it has none
import { AudioError, type Measured, measure } from "./measure.ts";
import type { Unmeasured } from "./measure-files.ts";

const measured: Record<string, Measured | Unmeasured> = {};
for (const path of process.argv.slice(2)) {
  measured[path] = await measure(path).catch((error: unknown) => ({
    reason: error instanceof Error ? error.message : String(error),
    verb: error instanceof AudioError ? ("played" as const) : ("read" as const),
  }));
}
console.log(JSON.stringify(measured));
