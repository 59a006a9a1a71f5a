import type { Task } from "../../../../lib/scheduler.ts";

/**
 * The JSON text of a response, made in time slices: at once, that of a large one would take as long as ten of them.
 *
 * @param value what JSON can say: no `undefined`, no `toJSON`
 */
export async function jsonInSlices(value: unknown, task: Pick<Task, "pause">): Promise<Buffer<ArrayBuffer>> {
  const done: Buffer[] = [];
  let parts: string[] = [];
  for (const part of partsOf(value)) {
    parts.push(part);
    const slice = task.pause();
    if (!slice) continue;
    done.push(Buffer.from(parts.join("")));
    parts = [];
    await slice;
  }
  return Buffer.concat([...done, Buffer.from(parts.join(""))]);
}

/** Only what holds lists is taken apart, since `JSON.stringify` is many times as fast for all that is small. */
function* partsOf(value: unknown): Generator<string> {
  if (!isObject(value) || !holdsList(value)) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? "[" : "{";
  for (const [key, entry] of Object.entries(value)) {
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* partsOf(entry);
    before = ",";
  }
  if (before === "[") yield before;
  yield isList ? "]" : "}";
}

function holdsList(value: object): boolean {
  return Array.isArray(value) || Object.values(value).some((entry) => isObject(entry) && holdsList(entry));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
