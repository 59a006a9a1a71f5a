import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { demoContent } from "@porchlight/fixtures/demo.ts";
import type { Line } from "../figures.ts";
import { newFolder } from "../support/folders.ts";
import { startGateway } from "../support/gateway.ts";
import { fetchPacked } from "../support/http.ts";

const ROUNDS = 5;
const CHECK_EVERY_MS = 10;
/** Longest time until a picture shows or is sharp, in milliseconds. */
const MAX_MS = 60_000;

/**
 * Measures how long it takes until Home shows a picture that the owner has replaced in the folder: at first as a
 * preview, then sharp. The visitor loads the page again and again.
 */
export async function measureNewPicture(): Promise<Line[]> {
  const contentDir = newFolder("content");
  cpSync(demoContent(), contentDir, { recursive: true });
  const original = join(contentDir, "images", "n1.jpg");
  const photograph = readFileSync(original);
  await using gateway = await startGateway({ settings: { CONTENT_DIR: contentDir } });
  const { port } = gateway;
  const addressOnHome = async () => {
    const { body } = await fetchPacked(port, "/", { headers: { "Accept-Encoding": "identity" } });
    return /\/optimized\/avif\/n1-large\.avif\?v=\w+/.exec(body.toString())?.[0] ?? "";
  };
  const until = async (began: number, hasHappened: () => Promise<boolean>) => {
    while (!(await hasHappened())) {
      if (performance.now() - began > MAX_MS) throw new Error("The new picture did not appear");
      await pause(CHECK_EVERY_MS);
    }
    return performance.now() - began;
  };
  const [shown, sharp]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await addressOnHome();
    // Bytes after the end of a JPEG change the file, not the picture.
    writeFileSync(original, Buffer.concat([photograph, Buffer.from([round])]));
    const began = performance.now();
    let address = before;
    const isShown = async () => {
      address = await addressOnHome();
      return address !== before;
    };
    await until(began, isShown);
    const picture = await fetchPacked(port, address);
    if (picture.status !== 200) throw new Error(`The new picture has the status ${picture.status}`);
    shown.push(performance.now() - began);
    sharp.push(await until(began, async () => !("server-timing" in (await fetchPacked(port, address)).headers)));
  }
  return [
    { what: "A picture that the owner replaced is visible after", rounds: shown, unit: "ms", aim: { atMost: 1_000 } },
    { what: "and is sharp after", rounds: sharp, unit: "ms", note: "a photograph of 3840 × 2160" },
  ];
}
