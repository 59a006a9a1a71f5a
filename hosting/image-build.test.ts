import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createIgnored, instructionsOf } from "./checks/dockerfile.ts";

const isIgnored = createIgnored(readFileSync(".dockerignore", "utf8"));

it("the site builds from exactly the files of the image's first stage", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const { word, rest, stage } of instructionsOf(readFileSync("hosting/Dockerfile", "utf8"))) {
    if (stage !== 0 || word !== "COPY") continue;
    const words = rest.split(" ");
    const target = words.at(-1) ?? "";
    for (const source of words.slice(0, -1)) {
      const to = join(folder, target.endsWith("/") ? join(target, source.split("/").at(-1) ?? "") : target);
      const filter = (path: string) => statSync(path).isDirectory() || !isIgnored(path);
      cpSync(source, to, { recursive: true, filter });
    }
  }
  linkPackages(folder);

  execFileSync(process.execPath, ["scripts/build.ts"], { cwd: folder, stdio: "pipe" });
  expect(readdirSync(join(folder, "site/dist")).sort()).toEqual(["built-from", "client", "server"]);
});

/** Instead of `npm ci`: links the packages that are installed here, and the workspaces in the folder. */
function linkPackages(folder: string): void {
  const link = (name: string) => symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  mkdirSync(join(folder, "node_modules/@porchlight"), { recursive: true });
  for (const name of readdirSync("node_modules")) if (name !== "@porchlight") link(name);
  for (const name of ["site", "protocol"])
    symlinkSync(join(folder, name), join(folder, "node_modules/@porchlight", name));
}
