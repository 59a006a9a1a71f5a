import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSaveQueue, SAVE_AFTER_MS, type SaveQueue, type SaveState } from "./save-queue.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sets a field. If `isOwn` is set, no later edit replaces this one in the queue. */
type Edit = { field: string; set: string; isOwn?: true };
type Fields = Readonly<Record<string, string>>;

const applyEdit = (fields: Fields, { field, set }: Edit): Fields => ({ ...fields, [field]: set });

/** A gateway that takes a while, and refuses every edit that is not based on its revision. */
function aQueue({ takes = 0 }: { takes?: number } = {}) {
  const gateway = { value: { title: "" } as Fields, revision: 0, isDown: false, requests: [] as Edit[][] };
  const states: SaveState[] = [];
  const seen = { clashes: 0, refused: 0, saved: undefined as Fields | undefined };
  const now = () => ({ revision: gateway.revision, value: gateway.value });
  const queue: SaveQueue<Edit> = createSaveQueue({
    revision: 0,
    async send(base, edits: readonly Edit[]) {
      gateway.requests.push([...edits]);
      await new Promise((resolve) => setTimeout(resolve, takes));
      if (gateway.isDown) throw new Error("No line");
      if (base !== gateway.revision) return { ok: false, clash: { ...now(), field: "title" } };
      gateway.value = edits.reduce(applyEdit, gateway.value);
      gateway.revision += 1;
      return { ok: true, now: now() };
    },
    replaces: (later, before) => later.field === before.field && !before.isOwn,
    isClashing: (edit, clash) => edit.field === clash.field,
    isTransient: (error) => error instanceof Error && error.message === "No line",
    onState: (state) => states.push(state),
    onSaved: ({ value }) => {
      seen.saved = value;
    },
    onClash: () => {
      seen.clashes += 1;
    },
    onRefused: () => {
      seen.refused += 1;
    },
  });
  return { gateway, queue, states, seen };
}

const setTitle = (set: string): Edit => ({ field: "title", set });

test("100 quick edits over a slow connection arrive in few requests, and never clash", async () => {
  const { gateway, queue, states, seen } = aQueue({ takes: 2_000 });
  for (let count = 1; count <= 100; count += 1) {
    queue.push(setTitle(`Title ${count}`));
    if (count % 10 === 0) queue.flush();
    await vi.advanceTimersByTimeAsync(130);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(gateway.value).toEqual({ title: "Title 100" });
  expect(seen).toEqual({ clashes: 0, refused: 0, saved: { title: "Title 100" } });
  expect(gateway.requests.length).toBeLessThan(12);
  expect(gateway.requests.every((edits) => edits.length === 1)).toBe(true);
  expect(states.at(-1)).toBe("saved");
  expect(queue.isWaiting()).toBe(false);
});

test("an edit is sent a moment after the last key", async () => {
  const { gateway, queue } = aQueue();
  queue.push(setTitle("T"));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  queue.push(setTitle("Te"));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  expect(gateway.requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(gateway.requests).toEqual([[setTitle("Te")]]);
});

test("without a connection, the same edits are sent again, and later ones after them", async () => {
  const { gateway, queue, states } = aQueue();
  gateway.isDown = true;
  queue.push({ field: "shows", set: "a", isOwn: true });
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  queue.push(setTitle("Later"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states.at(-1)).toBe("retrying");
  const isStored = queue.settle();
  await vi.advanceTimersByTimeAsync(0);
  expect(await isStored).toBe(false);
  gateway.isDown = false;
  await vi.advanceTimersByTimeAsync(12_000);
  expect(gateway.value).toEqual({ title: "Later", shows: "a" });
  expect(new Set(gateway.requests.map((edits) => JSON.stringify(edits))).size).toBe(2);
  expect(states.at(-1)).toBe("saved");
});

test("edits of other values are stored after a clash", async () => {
  const { gateway, queue, seen } = aQueue();
  gateway.revision = 5;
  queue.push(setTitle("Mine"));
  queue.push({ field: "subtitle", set: "Country" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen.clashes).toBe(1);
  expect(gateway.value).toEqual({ title: "", subtitle: "Country" });
});

test("before a publication everything is sent at once", async () => {
  const { gateway, queue } = aQueue();
  queue.push(setTitle("Now"));
  const isStored = queue.settle();
  await vi.advanceTimersByTimeAsync(0);
  expect(await isStored).toBe(true);
  expect(gateway.value).toEqual({ title: "Now" });
});
