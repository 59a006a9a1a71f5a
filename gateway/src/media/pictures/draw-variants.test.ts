import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";

describe("the variants of a picture", () => {
  it("take no more memory than the widest of them needs, however many pixels a small file has", async () => {
    const folder = mkdtempSync(join(tmpdir(), "porchlight-variants-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const original = join(folder, "wide.png");
    await sharp({ create: { width: 60_000, height: 2_500, channels: 3, background: "#d83b65" } }).toFile(original);
    // A separate process, because this one has used memory for other pictures before.
    const program = `
      const { drawVariants } = await import(${JSON.stringify(new URL("draw-variants.ts", import.meta.url).href)});
      await drawVariants(${JSON.stringify(original)}, ${JSON.stringify(folder)}, [], () => {});
      console.log(process.resourceUsage().maxRSS);`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    expect(Number(stdout) / 1024).toBeLessThan(1_000);
  });
});
