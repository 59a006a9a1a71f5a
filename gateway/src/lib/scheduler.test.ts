import { setImmediate } from "node:timers/promises";
import { describe, expect, it, test } from "vitest";
import { createScheduler, OverBudgetError, type Task } from "./scheduler.ts";

/** A scheduler. Its work moves the clock, and the test runs the event loop. */
function aLoop({ budget = Number.POSITIVE_INFINITY } = {}) {
  let milliseconds = 0;
  const callbacks: (() => void)[] = [];
  const spent = new Map<string, number>();
  const scheduler = createScheduler({
    now: () => milliseconds,
    cpu: () => milliseconds,
    budget: {
      check: (client) => ((spent.get(client) ?? 0) < budget ? { ok: true } : { ok: false, retryAfterSeconds: 7 }),
      spend: (client, more) => void spent.set(client, (spent.get(client) ?? 0) + more),
    },
    nextBatch: (work) => callbacks.push(work),
  });
  const done: string[] = [];
  const take = (ms: number) => {
    milliseconds += ms;
  };
  return {
    scheduler,
    done,
    spent,
    take,
    /** Does work that takes `ms`, and then adds its name to `done`. */
    work: (client: string, name: string, ms: number) =>
      scheduler.run(client, () => {
        take(ms);
        done.push(name);
      }),
    /** Runs one pass of the event loop. @returns how many callbacks wait for the next pass */
    async pass() {
      for (const callback of callbacks.splice(0)) callback();
      await setImmediate();
      return callbacks.length;
    },
  };
}

test("work is done in order, and a batch does as much as it has time for", async () => {
  const { work, done, pass } = aLoop();
  for (const name of ["a", "b", "c", "d"]) void work("ann", name, 3);
  expect(done).toEqual([]);
  await pass();
  expect(done).toEqual(["a", "b"]);
  await pass();
  expect(done).toEqual(["a", "b", "c", "d"]);
  expect(await pass()).toBe(0);
});

test("a client waits once for each other client, not for all of their requests", async () => {
  const { work, done, pass } = aLoop();
  for (let at = 0; at < 100; at += 1) void work("flood", `flood ${at}`, 20);
  void work("ann", "ann", 1);
  void work("bob", "bob", 1);
  await pass();
  await pass();
  expect(done).toEqual(["flood 0", "ann", "bob", "flood 1"]);
});

test("a long request continues before its client's next request starts, and other clients run between its slices", async () => {
  const { scheduler, work, done, take, pass } = aLoop();
  void scheduler.run("flood", async (task) => {
    for (let part = 0; part < 3; part += 1) {
      take(5);
      await task.pause();
      done.push(`part ${part}`);
    }
  });
  void work("flood", "flood", 1);
  void work("ann", "ann", 1);
  for (let passes = 0; passes < 6; passes += 1) await pass();
  expect(done).toEqual(["ann", "part 0", "part 1", "part 2", "flood"]);
});

test("a short request never pauses", async () => {
  const { scheduler, take, pass } = aLoop();
  const pauses: unknown[] = [];
  void scheduler.run("ann", (task) => {
    take(3);
    pauses.push(task.pause(), task.hasWaited);
  });
  await pass();
  expect(pauses).toEqual([undefined, false]);
});

describe("processor time", () => {
  it("is charged to the client that used it: its slices, their follow-up work, and work that others start for it", async () => {
    const { scheduler, spent, take, work, pass } = aLoop();
    let task: Task | undefined;
    void scheduler.run("ann", async (mine) => {
      task = mine;
      take(2);
      await Promise.resolve();
      take(3);
    });
    void work("bob", "bob", 1);
    await pass();
    take(50);
    await pass();
    expect(task?.charge(() => 6 * 7)).toBe(42);
    task?.charge(() => take(10));
    expect(Object.fromEntries(spent)).toEqual({ ann: 15, bob: 1 });
  });

  it("rejects waiting and new requests once it is used up; a request that has started is finished", async () => {
    const { scheduler, done, take, pass, work } = aLoop({ budget: 10 });
    const rejected: unknown[] = [];
    const reject = (error: unknown) => rejected.push(error);
    void scheduler.run("flood", async (task) => {
      take(12);
      await task.pause();
      done.push("begun");
    });
    work("flood", "waits", 1).catch(reject);
    await pass();
    work("flood", "late", 1).catch(reject);
    void work("ann", "ann", 1);
    await pass();
    await pass();
    expect(done).toEqual(["begun", "ann"]);
    expect(rejected.map((error) => error instanceof OverBudgetError && error.retryAfterSeconds)).toEqual([7, 7]);
  });

  it("for the gateway's own work is charged to no client", async () => {
    const { scheduler, spent, take, pass } = aLoop();
    const own = scheduler.beginOwn();
    take(5);
    const slice = own.pause();
    await pass();
    await slice;
    expect(own.hasWaited).toBe(true);
    expect(spent.size).toBe(0);
  });
});

test("running work knows its task, even after it has waited; other code does not", async () => {
  const { scheduler, pass } = aLoop();
  const known: unknown[] = [];
  void scheduler.run("ann", async (task) => {
    known.push(scheduler.current() === task);
    await Promise.resolve();
    known.push(scheduler.current() === task);
  });
  await pass();
  expect([...known, scheduler.current()]).toEqual([true, true, undefined]);
});

test("work that fails rejects with its own error, and the next work runs", async () => {
  const { scheduler, work, done, pass } = aLoop();
  const failed = scheduler.run("ann", () => {
    throw new Error("broken");
  });
  failed.catch(() => {});
  void work("ann", "next", 1);
  await pass();
  await pass();
  await expect(failed).rejects.toThrow("broken");
  expect(done).toEqual(["next"]);
});

describe("changes of one client", () => {
  it("run one after another, while other clients' changes run beside them", async () => {
    const { scheduler, pass } = aLoop();
    const began: string[] = [];
    const ends: (() => void)[] = [];
    const change = (client: string, name: string) =>
      scheduler.run(client, async (task) => {
        ends.push(await task.beginChange());
        began.push(name);
      });
    for (const name of ["a", "b", "c"]) void change("flood", name);
    void change("ann", "ann");
    await pass();
    expect(began).toEqual(["a", "ann"]);
    ends[0]?.();
    await setImmediate();
    expect(began).toEqual(["a", "ann", "b"]);
  });

  it("are rejected while they wait, once the client's processor time is used up", async () => {
    // A piece counts twice here, because it runs within a slice.
    const { scheduler, take, pass } = aLoop({ budget: 20 });
    const rejected: unknown[] = [];
    const done: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      scheduler
        .run("flood", async (task) => {
          const end = await task.beginChange();
          task.charge(() => take(6));
          done.push(at);
          end();
        })
        .catch((error: unknown) => rejected.push(error));
    }
    for (let passes = 0; passes < 5; passes += 1) await pass();
    expect(done).toEqual([0, 1]);
    expect(rejected).toHaveLength(3);
    expect(rejected.every((error) => error instanceof OverBudgetError)).toBe(true);
  });
});
