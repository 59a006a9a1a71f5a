import { DrawingError, type PictureToDraw, type preparePicture } from "./prepare.ts";

/** How far the preparation has come, in pictures. */
export type PreparationProgress = { prepared: number; all: number };

/** The pictures with missing variants. The queue prepares one after another in the background. */
interface PreparationQueue {
  /** Sets which pictures are to be prepared, in this order. Earlier requests for their files still come first. */
  fill(pictures: readonly PictureToDraw[]): void;
  /**
   * Adds a file that only this picture has. A picture that is prepared already comes after those that wait, and does not
   * count as one that is being prepared.
   */
  add(picture: PictureToDraw, file: string): void;
  /**
   * Moves a file to the front of the queue. Each file moves once, so visitors change the order but add no work.
   *
   * @returns a promise that resolves once the file exists, or when the preview is better than a longer wait; undefined
   *   if the file is not going to be drawn
   */
  request(folder: string, file: string): Promise<void> | undefined;
  /** Undefined while there is nothing to prepare. */
  progress(): PreparationProgress | undefined;
  /** Resolves when the queue has stopped: everything is prepared, or the disk is full. */
  whenIdle(): Promise<void>;
  /** Stops at once. Finished files stay, and the next start continues from there. */
  stop(): Promise<void>;
}

/**
 * How long a request waits for its file, in milliseconds, counted from the first request for the file. An idle
 * processor draws most sizes in less time.
 */
export const WAIT_MS = 500;

type QueueOptions = {
  draw: typeof preparePicture;
  onPrepared: (folder: string) => void;
  /** A picture cannot be drawn, although its preview could be. */
  onUnreadable: (folder: string, error: DrawingError) => void;
  /** The disk is full or cannot be written. Nothing is prepared until the queue is filled again. */
  onHalt: (error: unknown) => void;
  onProgress: (progress: PreparationProgress) => void;
};

/** A requested file. `isThere` ends the wait of its requests. */
type Request = { arrival: Promise<void>; isThere: () => void };

/** `extra` are files that only this picture has; `isPrepared`: only these files are missing. */
type Waiting = PictureToDraw & { requests: Map<string, Request>; extra: Set<string>; isPrepared: boolean };

/** Creates the queue. A gateway has one. */
export function createPreparationQueue(options: QueueOptions): PreparationQueue {
  const { draw, onPrepared, onUnreadable, onHalt, onProgress } = options;
  let waiting = new Map<string, Waiting>();
  let prepared = 0;
  /** The picture that is being drawn; `first` holds its files that were requested before the drawing began. */
  let current: { picture: Waiting; first: string[]; breakOff: () => void } | undefined;
  let working: Promise<void> | undefined;
  let isStopped = false;

  function progress(): PreparationProgress | undefined {
    const left = [...waiting.values()].filter(({ isPrepared }) => !isPrepared).length;
    return left > 0 ? { prepared, all: prepared + left } : undefined;
  }

  function next(): Waiting | undefined {
    const [inOrder] = waiting.values();
    return [...waiting.values()].find(({ requests }) => requests.size > 0) ?? inOrder;
  }

  async function work(): Promise<void> {
    try {
      for (let picture = next(); picture && !isStopped; picture = next()) {
        if (await prepare(picture)) continue;
        waiting.delete(picture.folder);
        if (picture.isPrepared) continue;
        onProgress(progress() ?? { prepared, all: prepared });
        if (!progress()) prepared = 0;
      }
    } catch (error) {
      onHalt(error);
    }
    working = undefined;
  }

  /** @returns whether the drawing has to be repeated */
  async function prepare(picture: Waiting): Promise<boolean> {
    let isBrokenOff = false;
    const first = [...picture.requests.keys()];
    const extra = [...picture.extra];
    const drawing = draw(picture, [...new Set([...first, ...extra])], (file) => {
      picture.requests.get(file)?.isThere();
      picture.requests.delete(file);
      giveWay();
    });
    current = {
      picture,
      first,
      breakOff() {
        isBrokenOff = true;
        drawing.breakOff();
      },
    };
    try {
      await drawing.ended;
      for (const file of extra) picture.extra.delete(file);
      // Some files were added meanwhile.
      if (picture.extra.size > 0) return true;
      onPrepared(picture.folder);
      if (!picture.isPrepared) prepared += 1;
    } catch (error) {
      if (isBrokenOff) return true;
      if (!(error instanceof DrawingError) || error.code !== undefined) throw error;
      onUnreadable(picture.folder, error);
    } finally {
      current = undefined;
    }
    for (const { isThere } of picture.requests.values()) isThere();
    return false;
  }

  /** Aborts the current drawing if nobody waits for its files, but somebody waits for a file of another picture. */
  function giveWay(): void {
    if (!current) return;
    const { picture, first, breakOff } = current;
    const isRequested = first.some((file) => picture.requests.has(file));
    if (!isRequested && [...waiting.values()].some(({ requests }) => requests.size > 0)) breakOff();
  }

  return {
    fill(pictures) {
      const before = waiting;
      const isBegun = progress() !== undefined && working !== undefined;
      waiting = new Map(
        pictures.map(({ original, folder }) => {
          const { requests, extra } = before.get(folder) ?? { requests: new Map(), extra: new Set() };
          return [folder, { original, folder, requests, extra, isPrepared: false }];
        }),
      );
      if (current && !waiting.has(current.picture.folder)) current.breakOff();
      if (waiting.size === 0 || isStopped) return;
      const begun = progress();
      if (begun && !isBegun) onProgress(begun);
      working ??= work();
    },
    add({ original, folder }, file) {
      const isHalted = !working && waiting.size > 0;
      const picture =
        waiting.get(folder) ?? ({ original, folder, requests: new Map(), extra: new Set(), isPrepared: true } as const);
      picture.extra.add(file);
      waiting.set(folder, picture);
      if (!working && !isHalted && !isStopped) working = work();
    },
    request(folder, file) {
      const picture = waiting.get(folder);
      if (!picture || !working) return undefined;
      const known = picture.requests.get(file);
      if (known) return known.arrival;
      const request = createRequest();
      picture.requests.set(file, request);
      giveWay();
      return request.arrival;
    },
    progress,
    async whenIdle() {
      while (working) await working;
    },
    async stop() {
      isStopped = true;
      current?.breakOff();
      await working;
    },
  };
}

function createRequest(): Request {
  const { promise: arrival, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WAIT_MS);
  timer.unref();
  return {
    arrival,
    isThere() {
      clearTimeout(timer);
      resolve();
    },
  };
}
