/** Shares the rows of a picture out over worker threads, which write into shared memory. */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { findPicture } from "./catalogue.ts";
import type { LightOut } from "./colour.ts";
import { createRandom, hash } from "./noise.ts";
import type { Picture } from "./picture.ts";
import type { Plate, Sample } from "./view.ts";
import { createPlate, plateSize } from "./view.ts";

interface Job {
  name: string;
  width: number;
  /** Which step, or "frame" for the picture itself. */
  step: number | "frame";
  plates: ReadonlyMap<string, Plate>;
  out: Float32Array;
  /** One shared number: the next free row. */
  next: Int32Array;
}

function open(name: string, width: number): Picture {
  const { create } = findPicture(name);
  return create(width);
}

function work(job: Job): void {
  const picture = open(job.name, job.width);
  if (job.step === "frame") {
    const draw = picture.frame(job.plates);
    const light: LightOut = [0, 0, 0];
    for (let y = Atomics.add(job.next, 0, 1); y < picture.height; y = Atomics.add(job.next, 0, 1)) {
      // Each row has a generator of its own, so who draws it does not matter.
      const random = createRandom(hash(y, picture.seed, 77));
      for (let x = 0; x < picture.width; x++) {
        draw(x, y, random, light);
        job.out.set(light, (y * picture.width + x) * 3);
      }
    }
    return;
  }
  const step = picture.steps[job.step];
  if (!step || !("pixel" in step)) throw new Error(`Step ${job.step} of "${job.name}" is not drawn by pixel`);
  const draw = step.pixel(job.plates);
  const { width, height } = plateSize(step.shape);
  const { left, right, top, bottom } = step.shape;
  const sample: Sample = [0, 0, 0, 0];
  for (let y = Atomics.add(job.next, 0, 1); y < height; y = Atomics.add(job.next, 0, 1)) {
    const v = top + ((bottom - top) * (y + 0.5)) / height;
    for (let x = 0; x < width; x++) {
      draw(left + ((right - left) * (x + 0.5)) / width, v, sample);
      job.out.set(sample, (y * width + x) * 4);
    }
  }
}

async function share(job: Job): Promise<void> {
  const crew = Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    await new Promise<void>((resolve, reject) => {
      worker.once("error", reject);
      worker.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`A worker stopped with ${code}`))));
    });
  });
  await Promise.all(crew);
}

/**
 * Draws a picture in linear light.
 *
 * @param name one of `pictures`
 * @param width in pixels; the height follows
 */
export async function shoot(name: string, width: number): Promise<{ picture: Picture; light: Float32Array }> {
  const picture = open(name, width);
  const plates = new Map<string, Plate>();
  const counter = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));
  for (const [index, step] of picture.steps.entries()) {
    const plate = createPlate(step.shape);
    if ("whole" in step) step.whole(plate, plates);
    else if ("printed" in step) await step.printed(plate);
    else await share({ name, width, step: index, plates, out: plate.data, next: counter() });
    plates.set(step.name, plate);
  }
  const light = new Float32Array(new SharedArrayBuffer(picture.width * picture.height * 12));
  await share({ name, width, step: "frame", plates, out: light, next: counter() });
  return { picture, light };
}

// workerData is whatever the parent passed, and only share() above starts this file as a worker.
if (!isMainThread && parentPort) work(workerData as Job);
