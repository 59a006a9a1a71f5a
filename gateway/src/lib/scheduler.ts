import { AsyncLocalStorage } from "node:async_hooks";

/** How long one time slice may hold the process, and how long slices may follow each other in a round, in milliseconds. */
const SLICE_MS = 4;

/** The work of one request, in time slices. */
export type Task = {
  /** Undefined while the present time slice has time left, else a promise of the next one. */
  pause(): Promise<void> | undefined;
  /** Waits for the next time slice. To be called after waiting for anything else, such as a commit or a body. */
  resume(): Promise<void>;
  /** Whether the task has waited for a slice since it began. */
  readonly hasWaited: boolean;
  /**
   * Waits until no other change of the task's client is under way, so that one commit holds one of each client.
   *
   * @returns what ends the change
   * @throws {OverBudgetError} when the client has used up its processor time before the task changed anything
   */
  beginChange(): Promise<() => void>;
  /** Runs a piece of the task's work that somebody else starts, such as a commit, and charges it to the task's client. */
  charge<Result>(piece: () => Result): Result;
};

/** Processor time that clients have left, in milliseconds. */
export type Budget = {
  look(client: string): { ok: true } | { ok: false; retryAfterSeconds: number };
  /** Takes what was used. It may leave a debt. */
  spend(client: string, milliseconds: number): void;
};

/** The client has used up its processor time. */
export class OverBudgetError extends Error {
  override readonly name = "OverBudgetError";
  /** Whole seconds after which it may ask again. */
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
   * @param client what limits count by
   * @throws {OverBudgetError} when the client has used up its processor time
   */
  run<Result>(client: string, work: (task: Task) => Result | Promise<Result>): Promise<Result>;
  /** The task whose work is running now; undefined outside of {@link run}. */
  current(): Task | undefined;
  /** Begins work of our own, which takes its turn among the clients' and is charged to none of them. */
  beginOwn(): Task;
};

/** What a scheduler needs. */
export type SchedulerOptions = {
  /** Without one clients only take turns. */
  budget?: Budget | undefined;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
  /** Milliseconds of processor time that this thread has used. */
  cpu?: () => number;
  /** Calls back once the event loop has served what has come in meanwhile. */
  nextRound?: (work: () => void) => void;
};

/** Stands for us among the clients. */
const OWN = "";

/** Waiting slices of one client. What has begun goes on before anything new begins. */
type Waiting = { begun: (() => void)[]; fresh: (() => void)[] };

/**
 * A cooperative scheduler: requests whose work is long or comes in crowds give the event loop back between their slices.
 * Clients take turns, one slice each, so a client waits for the number of other clients and not for their requests.
 * Between two rounds the event loop serves pages, sign-ups and whatever else came in.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { budget, now = () => performance.now(), cpu = threadCpu, nextRound = setImmediate } = options;
  /** In the order of their turns. */
  const clients = new Map<string, Waiting>();
  const tasks = new AsyncLocalStorage<Task>();
  /** The last change of each client that is under way or waits. */
  const changes = new Map<string, Promise<void>>();
  let isPlanned = false;
  /** The slice that has the process now. */
  let running: { client: string; cpuBefore: number } | undefined;

  function enqueue(client: string, queue: keyof Waiting, slice: () => void): void {
    const found = clients.get(client) ?? { begun: [], fresh: [] };
    found[queue].push(slice);
    clients.set(client, found);
    planRound();
  }

  function planRound(): void {
    if (isPlanned || clients.size === 0) return;
    isPlanned = true;
    nextRound(() => grantNext(now() + SLICE_MS));
  }

  /** @param roundEnds until when others follow once what the slice lets go on has run as far as it can */
  function grantNext(roundEnds: number): void {
    const [next] = clients;
    if (!next) return;
    const [client, queues] = next;
    const slice = queues.begun.shift() ?? queues.fresh.shift();
    clients.delete(client);
    if (queues.begun.length + queues.fresh.length > 0) clients.set(client, queues);
    running = { client, cpuBefore: cpu() };
    slice?.();
    afterPromises(() => {
      settle();
      if (clients.size > 0 && now() < roundEnds) {
        grantNext(roundEnds);
      } else {
        isPlanned = false;
        planRound();
      }
    });
  }

  function settle(): void {
    if (running && running.client !== OWN) budget?.spend(running.client, cpu() - running.cpuBefore);
    running = undefined;
  }

  function createTask(client: string): Task {
    let began = now();
    let hasWaited = false;
    let hasChanged = false;
    const resume = () => {
      hasWaited = true;
      return new Promise<void>((resolve) => {
        enqueue(client, "begun", () => {
          began = now();
          resolve();
        });
      });
    };
    return {
      get hasWaited() {
        return hasWaited;
      },
      pause: () => (now() - began < SLICE_MS ? undefined : resume()),
      resume,
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
          if (!hasChanged) refuseBeyondBudget(client);
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

  function refuseBeyondBudget(client: string): void {
    const verdict = budget?.look(client);
    if (verdict && !verdict.ok) throw new OverBudgetError(verdict.retryAfterSeconds);
  }

  return {
    async run(client, work) {
      refuseBeyondBudget(client);
      await new Promise<void>((resolve) => enqueue(client, "fresh", resolve));
      // Those that came before it may have used up what was left.
      refuseBeyondBudget(client);
      const task = createTask(client);
      return tasks.run(task, () => work(task));
    },
    current: () => tasks.getStore(),
    beginOwn: () => createTask(OWN),
  };
}

/** Calls back once all promises that are settled now, and those settled by them, have called back. */
function afterPromises(work: () => void): void {
  // Node empties its queue of promises before it goes back to the ticks.
  queueMicrotask(() => process.nextTick(work));
}

function threadCpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
