import { afterEach, expect, it, vi } from "vitest";
import { createPreparationQueue, WAIT_MS } from "./preparation-queue.ts";
import { DrawingError } from "./prepare.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A queue whose drawings end when the test ends them. */
function aQueue() {
  const begun: string[] = [];
  const events: string[] = [];
  let drawing: { draw: (file: string) => void; end: () => void; fail: (error: Error) => void } | undefined;
  const queue = createPreparationQueue({
    draw({ original }, first, onFile) {
      begun.push([original, ...first].join(" "));
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      drawing = { draw: onFile, end: resolve, fail: reject };
      return { ended: promise, breakOff: () => reject(new DrawingError("killed")) };
    },
    onPrepared: (folder) => events.push(`${folder} prepared`),
    onUnreadable: (folder, { message }) => events.push(`${folder} ${message}`),
    onHalt: (error) => events.push(String(error)),
    onProgress: ({ prepared, all }) => events.push(`${prepared}/${all}`),
  });
  /** Does something with the current drawing, and waits until the next one has begun. */
  const then = async (act: (now: NonNullable<typeof drawing>) => void) => {
    if (drawing) act(drawing);
    await new Promise(setImmediate);
  };
  const fill = (...names: string[]) =>
    queue.fill(names.map((name) => ({ original: `${name}.jpg`, folder: `/${name}` })));
  return { queue, begun, events, fill, then };
}

it("prepares one picture after another, in order, and reports its progress", async () => {
  const { queue, begun, events, fill, then } = aQueue();
  expect(queue.progress()).toBeUndefined();
  fill("a", "b");
  expect(queue.progress()).toEqual({ prepared: 0, all: 2 });
  expect(begun).toEqual(["a.jpg"]);
  await then(({ end }) => end());
  expect(queue.progress()).toEqual({ prepared: 1, all: 2 });
  // A second request of the same list joins the queue.
  fill("b", "c");
  expect(begun).toEqual(["a.jpg", "b.jpg"]);
  await then(({ end }) => end());
  await then(({ end }) => end());
  expect(begun).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
  expect(queue.progress()).toBeUndefined();
  expect(events).toEqual(["0/2", "/a prepared", "1/2", "/b prepared", "2/3", "/c prepared", "3/3"]);
  await queue.whenIdle();
});

it("draws a further file of a picture, even if it is being drawn or was prepared already", async () => {
  const { queue, begun, events, fill, then } = aQueue();
  fill("a", "b");
  queue.add({ original: "a.jpg", folder: "/a" }, "upright50.avif");
  await then(({ end }) => end());
  expect(begun).toEqual(["a.jpg", "a.jpg upright50.avif"]);
  await then(({ end }) => end());
  await then(({ end }) => end());
  queue.add({ original: "a.jpg", folder: "/a" }, "upright62.avif");
  expect(begun).toEqual(["a.jpg", "a.jpg upright50.avif", "b.jpg", "a.jpg upright62.avif"]);
  // It does not count as a preparation, and does not hide one that begins meanwhile.
  expect(queue.progress()).toBeUndefined();
  fill("c");
  await then(() => {});
  await then(({ end }) => end());
  await queue.whenIdle();
  expect(begun.at(-1)).toBe("c.jpg");
  expect(events).toEqual(["0/2", "/a prepared", "1/2", "/b prepared", "2/2", "0/1", "/c prepared", "1/1"]);
});

it("prepares what visitors request before everything else, each file once", async () => {
  const { queue, begun, fill, then } = aQueue();
  fill("a", "b", "c");
  expect(queue.request("/c", "large.avif")).toBe(queue.request("/c", "large.avif"));
  await then(() => {});
  expect(begun).toEqual(["a.jpg", "c.jpg large.avif"]);
  // The requested file is finished before the next request.
  void queue.request("/b", "small.webp");
  await then(() => {});
  expect(begun).toHaveLength(2);
  await then(({ draw }) => draw("large.avif"));
  expect(begun).toEqual(["a.jpg", "c.jpg large.avif", "b.jpg small.webp"]);
  await then(({ draw }) => draw("small.webp"));
  await then(({ end }) => end());
  await then(({ end }) => end());
  expect(begun.slice(3)).toEqual(["a.jpg", "c.jpg"]);
});

it("a request waits for its file only for a moment, and not at all for a file that is not being prepared", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { queue, fill, then } = aQueue();
  expect(queue.request("/a", "large.avif")).toBeUndefined();
  fill("a");
  let arrived = 0;
  const arrive = () => {
    arrived += 1;
  };
  void queue.request("/a", "large.avif")?.then(arrive);
  void queue.request("/a", "hero.avif")?.then(arrive);
  await then(() => {});
  await then(({ draw }) => draw("large.avif"));
  expect(arrived).toBe(1);
  vi.advanceTimersByTime(WAIT_MS);
  await then(() => {});
  expect(arrived).toBe(2);
});

it("continues after a picture that cannot be drawn, and stops on a full disk until the queue is filled again", async () => {
  const { queue, begun, events, fill, then } = aQueue();
  fill("a", "b");
  await then(({ fail }) => fail(new DrawingError("is too large")));
  await then(({ fail }) => fail(new DrawingError("ENOSPC: no space left on device")));
  await queue.whenIdle();
  expect(events).toEqual(["0/2", "/a is too large", "0/1", "DrawingError: ENOSPC: no space left on device"]);
  expect(queue.request("/b", "large.avif")).toBeUndefined();
  fill("b");
  await then(({ end }) => end());
  expect(begun).toEqual(["a.jpg", "b.jpg", "b.jpg"]);
  expect(events.slice(4)).toEqual(["0/1", "/b prepared", "1/1"]);
});

it("aborts the preparation of a picture that was deleted, and all work when it is stopped", async () => {
  const { queue, begun, events, fill, then } = aQueue();
  fill("a", "b");
  fill("b");
  await then(() => {});
  expect(begun).toEqual(["a.jpg", "b.jpg"]);
  await queue.stop();
  fill("c");
  expect(begun).toHaveLength(2);
  expect(events).toEqual(["0/2"]);
});
