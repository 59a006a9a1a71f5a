import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { silentLog } from "../../testing/gateway-in-memory.ts";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { drawVariants } from "./draw-variants.ts";
import { createPictureStore, type PictureStoreOptions } from "./picture-store.ts";
import { DrawingError, type preparePicture } from "./prepare.ts";

/**
 * Draws in the test's own process: another process costs more than a small picture, and with its low priority, the test
 * could wait for minutes on a busy machine.
 */
const drawHere: typeof preparePicture = ({ original, folder }, first, onFile) => ({
  ended: drawVariants(original, folder, first, onFile).catch((error) => {
    throw new DrawingError(String(error), { cause: error });
  }),
  breakOff: () => {},
});

/** A picture store for a folder with originals of these names and sizes. */
export async function aStore(pictures: Record<string, { width: number; height: number }>) {
  const folder = aTestFolder();
  const originals = join(folder, "images");
  const cacheDir = join(folder, "cache");
  mkdirSync(join(originals, "store"), { recursive: true });
  for (const [name, { width, height }] of Object.entries(pictures))
    await drawOriginal(join(originals, name), width, height);
  /** Starts another store on the same folders. */
  const again = (overrides: Partial<PictureStoreOptions> = {}) => {
    const store = createPictureStore({ images: originals, cacheDir, log: silentLog, draw: drawHere, ...overrides });
    onTestFinished(() => store.stop());
    const prepare = async () => {
      const count = await store.refresh();
      await store.whenPrepared();
      return count;
    };
    return { ...store, prepare };
  };
  return { originals, cacheDir, store: again(), again };
}

/** Draws an original in one colour. */
export const drawOriginal = (path: string, width: number, height: number, colour = "#d83b65") =>
  sharp({ create: { width, height, channels: 3, background: colour } }).toFile(path);

/** A drawing that never ends by itself, as on a very slow machine. */
export const neverEnding: typeof preparePicture = () => {
  const { promise, reject } = Promise.withResolvers<void>();
  return { ended: promise, breakOff: () => reject(new DrawingError("killed")) };
};
