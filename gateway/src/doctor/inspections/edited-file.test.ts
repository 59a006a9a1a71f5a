import { expect, it, vi } from "vitest";
import { aTestFolder } from "../../testing/gateway-process.ts";
import { inspectEditedFile } from "./edited-file.ts";

it("a file may have thousands of issues: none is compared with each other one", () => {
  const albums = Array.from({ length: 500 }, () => ({ name: "A", unknown: "x" }));
  const text = JSON.stringify({ albums });
  const joined = vi.spyOn(Array.prototype, "join");
  const problems = inspectEditedFile(aTestFolder(), "music/albums.yaml", text, () => undefined, { albums });
  const count = joined.mock.calls.length;
  joined.mockRestore();
  expect(problems.slice(0, 3)).toEqual([
    { path: ["albums", 0, "type"], message: "must not be empty" },
    { path: ["albums", 0, "released"], message: "must not be empty" },
    { path: ["albums", 0, "unknown"], message: 'nothing here is called "unknown"' },
  ]);
  expect(count).toBeLessThan(10_000);
});
