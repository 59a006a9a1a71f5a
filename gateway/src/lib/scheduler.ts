import { AsyncLocalStorage } from "node:async_hooks";
import { afterPromises } from "./after-promises.ts";

/** Maximum length of a time slice, and of a batch of slices, in milliseconds. */
const SLICE_MS = 4;

/** The work of one request, in time slices. */
export type Task = {
  /** Returns undefined while the current time slice has time left, otherwise a promise of the next slice. */
  pause(): Promise<void> | undefined;
  /** Waits for the next time slice. Call it after waiting for anything else, such as a commit or a body. */
  resume(): Promise<void>;
  /**
   * Checks the budget again, after the task has waited for anything other than its client's time.
   *
   * @throws {OverBudgetError} when the client has used up its processor time
   */
  check(): void;
  /** Whether the task has waited for a slice since it started. */
  readonly hasWaited: boolean;
  /**
   * Waits until the client's previous change has ended, so that one commit holds at most one change of each client.
   *
   * @returns a function that ends the change
   * @throws {OverBudgetError} when the client has used up its processor time before the task changed anything
   */
  beginChange(): Promise<() => void>;
  /** Runs work that another part of the program starts for the task, such as a commit. Charges the task's client. */
  charge<Result>(piece: () => Result): Result;
};

/** The processor time that each client has left, in milliseconds. */
export type Budget = {
  check(client: string): { ok: true } | { ok: false; retryAfterSeconds: number };
  /** Takes the time that was used. It may leave a debt. */
  spend(client: string, milliseconds: number): void;
};

/** The client has used up its processor time. */
export class OverBudgetError extends Error {
  override readonly name = "OverBudgetError";
  /** Whole seconds after which it may send a request again. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("The client has used up its processor time.");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Divides the processor between clients. */
export type Scheduler = {
  /**
   * Runs a request's work in time slices and charges them to its client.
   *
   * @param client the key that limits count by
   * @throws {OverBudgetError} when the client has used up its processor time
   */
  run<Result>(client: string, work: (task: Task) => Result | Promise<Result>): Promise<Result>;
  /** The task whose work is running now; undefined outside {@link run}. */
  current(): Task | undefined;
  /** Starts work of the gateway itself. It gets slices like a client's work, but no client is charged for it. */
  beginOwn(): Task;
};

type SchedulerOptions = {
  /** Without a budget, the scheduler only makes clients take turns. */
  budget?: Budget | undefined;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** Milliseconds of processor time that this thread has used. */
  cpu?: () => number;
  /** Calls back once the event loop has handled everything that arrived meanwhile. */
  nextBatch?: (work: () => void) => void;
};

/** The key under which the gateway's own work waits among the clients. */
const OWN = "";

/** Waiting slices of one client. Started tasks continue before new ones start. */
type Waiting = { started: (() => void)[]; fresh: (() => void)[] };

/**
 * A cooperative scheduler: long work and many requests return to the event loop between their slices. Clients take
 * turns, one slice each. So a client waits for other clients, but not for each of their requests. Between two batches,
 * the event loop handles pages, sign-ups and everything else that arrived.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { budget, now = () => performance.now(), cpu = threadCpu, nextBatch = setImmediate } = options;
  /** In the order in which the clients get their next slice. */
  const clients = new Map<string, Waiting>();
  const tasks = new AsyncLocalStorage<Task>();
  /** The latest unfinished change of each client. */
  const changes = new Map<string, Promise<void>>();
  let isPlanned = false;
  /** The slice that is running. */
  let running: { client: string; cpuBefore: number } | undefined;

  function enqueue(client: string, queue: keyof Waiting, slice: () => void): void {
    const found = clients.get(client) ?? { started: [], fresh: [] };
    found[queue].push(slice);
    clients.set(client, found);
    planBatch();
  }

  function planBatch(): void {
    if (isPlanned || clients.size === 0) return;
    isPlanned = true;
    nextBatch(() => grantNext(now() + SLICE_MS));
  }

  /** @param batchEnds time until which another slice may follow in this batch */
  function grantNext(batchEnds: number): void {
    const [next] = clients;
    if (!next) return;
    const [client, queues] = next;
    const slice = queues.started.shift() ?? queues.fresh.shift();
    clients.delete(client);
    if (queues.started.length + queues.fresh.length > 0) clients.set(client, queues);
    running = { client, cpuBefore: cpu() };
    slice?.();
    afterPromises(() => {
      settle();
      if (clients.size > 0 && now() < batchEnds) {
        grantNext(batchEnds);
      } else {
        isPlanned = false;
        planBatch();
      }
    });
  }

  function settle(): void {
    if (running && running.client !== OWN) budget?.spend(running.client, cpu() - running.cpuBefore);
    running = undefined;
  }

  function createTask(client: string): Task {
    let startedAt = now();
    let hasWaited = false;
    let hasChanged = false;
    const resume = () => {
      hasWaited = true;
      return new Promise<void>((resolve) => {
        enqueue(client, "started", () => {
          startedAt = now();
          resolve();
        });
      });
    };
    return {
      get hasWaited() {
        return hasWaited;
      },
      pause: () => (now() - startedAt < SLICE_MS ? undefined : resume()),
      resume,
      check() {
        if (client !== OWN) checkBudget(client);
      },
      async beginChange() {
        if (!budget || client === OWN) return () => {};
        const before = changes.get(client);
        const { promise, resolve } = Promise.withResolvers<void>();
        changes.set(client, promise);
        const end = () => {
          resolve();
          if (changes.get(client) === promise) changes.delete(client);
        };
        await before;
        try {
          if (!hasChanged) checkBudget(client);
        } catch (error) {
          end();
          throw error;
        }
        hasChanged = true;
        return end;
      },
      charge(piece) {
        const before = cpu();
        try {
          return piece();
        } finally {
          if (client !== OWN) budget?.spend(client, cpu() - before);
        }
      },
    };
  }

  function checkBudget(client: string): void {
    const result = budget?.check(client);
    if (result && !result.ok) throw new OverBudgetError(result.retryAfterSeconds);
  }

  return {
    async run(client, work) {
      checkBudget(client);
      await new Promise<void>((resolve) => enqueue(client, "fresh", resolve));
      // While this request waited, earlier requests may have used up the budget.
      checkBudget(client);
      const task = createTask(client);
      return tasks.run(task, () => work(task));
    },
    current: () => tasks.getStore(),
    beginOwn: () => createTask(OWN),
  };
}

function threadCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
