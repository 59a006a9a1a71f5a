import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { measureFiles } from "./measure-files.ts";

it("a recording that keeps the library busy is abandoned", async () => {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-measure-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "empty-parts.wav");
  writeFileSync(path, `RIFF\u007f\u007f\u007f\u007fWAVE${"junk\0\0\0\0".repeat(1_000_000)}`);
  expect((await measureFiles([path], 1_000)).get(path)).toMatchObject({ verb: "read" });
});
