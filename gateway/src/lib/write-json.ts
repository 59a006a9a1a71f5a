import type { Task } from "./scheduler.ts";

/** Maximum for one call of JSON.stringify, which takes less than a millisecond. */
const PIECE = { values: 500, characters: 32 * 1024 };
/** Maximum for JSON that is written in one step, in the current time slice. */
const SMALL = { values: 5_000, characters: 128 * 1024 };
/** Number of characters that are encoded together. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Writes plain data as JSON.stringify does. JSON of many megabytes would block the process for a long time, so it is
 * written in time slices.
 */
export function writeJson(value: object, task: Task): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
  return isWithin(value, SMALL) ? Buffer.from(JSON.stringify(value)) : writeInSlices(value, task);
}

async function writeInSlices(value: object, task: Task): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let text = "";

  async function write(value: unknown): Promise<void> {
    if (!isObject(value) || isWithin(value, PIECE)) {
      await append(JSON.stringify(value ?? null));
    } else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) {
        text += at === 0 ? "[" : ",";
        await write(item);
      }
      text += "]";
    } else {
      const entries = Object.entries(value).filter(([, field]) => field !== undefined);
      for (const [at, [name, field]] of entries.entries()) {
        text += `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`;
        await write(field);
      }
      text += "}";
    }
  }

  async function append(piece: string): Promise<void> {
    text += piece;
    if (text.length >= CHUNK_CHARACTERS) encode();
    const nextSlice = task.pause();
    if (nextSlice) await nextSlice;
  }

  function encode(): void {
    chunks.push(Buffer.from(text));
    text = "";
  }

  await write(value);
  encode();
  return Buffer.concat(chunks);
}

/** Whether a value holds at most this many values and characters. Stops counting at the first one above the limit. */
function isWithin(value: object, bound: { values: number; characters: number }): boolean {
  let { values, characters } = bound;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    values -= 1;
    if (typeof next === "string") characters -= next.length;
    else if (isObject(next)) {
      for (const name in next) {
        if (!Array.isArray(next)) characters -= name.length;
        waiting.push(next[name]);
        if (waiting.length > values || characters < 0) return false;
      }
    }
    if (values < 0 || characters < 0) return false;
  }
  return true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
