import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createIgnored, instructionsOf, mistakesInDockerfile } from "./checks/dockerfile.ts";

const dockerfile = readFileSync("hosting/Dockerfile", "utf8");
const isIgnored = createIgnored(readFileSync(".dockerignore", "utf8"));
const isInContext = (path: string) => existsSync(path) && !isIgnored(path);

describe("the image", () => {
  it("is built from existing files, runs as an unprivileged user, and stops on SIGTERM", () => {
    expect(mistakesInDockerfile(dockerfile, isInContext)).toEqual([]);
  });

  it.each([
    ["runs as root", "USER 10001:10001\n", ""],
    ["runs as root by its number", "USER 10001:10001", "USER 0"],
    ["has a base without a version", "FROM debian:bookworm-slim", "FROM debian"],
    ["uses the latest version of its base", "FROM debian:bookworm-slim", "FROM debian:latest"],
    ["copies everything", "COPY content content", "COPY . ."],
    ["copies the data folder", "COPY content content", "COPY data data"],
    ["copies a file that is not there", "COPY scripts scripts", "COPY programs programs"],
    ["copies from a stage that is not there", "--from=packages", "--from=dependencies"],
    ["stores its data elsewhere", "DATA_DIR=/data", "DATA_DIR=/app/data"],
    ["starts by a shell, which does not forward signals", 'CMD ["node", "gateway', "CMD node gateway"],
    ["starts a file that is not there", "gateway/src/main.ts", "gateway/src/start.ts"],
    ["checks its health with a program that it lacks", '"node", "-e"', '"curl", "-f"'],
  ])("that %s is rejected", (_what, from, to) => {
    const broken = dockerfile.replace(from, to);
    expect(broken).not.toBe(dockerfile);
    expect(mistakesInDockerfile(broken, isInContext)).not.toEqual([]);
  });

  it("installs what builds the site, and ships what runs it", () => {
    const copied = instructionsOf(dockerfile).filter(({ word, rest }) => word === "COPY" && !rest.startsWith("--"));
    const packageFiles = (stage: number) =>
      copied
        .filter((copy) => copy.stage === stage && /^[\w/-]+\/package\.json /.test(copy.rest))
        .map(({ rest }) => rest.split(" ")[0]);
    const folders = ["gateway", "site", "protocol", "tools/node", "tools/model-viewer"];
    expect(packageFiles(0)).toEqual(folders.map((folder) => `${folder}/package.json`));
    expect(packageFiles(1)).toEqual(["gateway/package.json", "protocol/package.json"]);
  });
});

describe("the build context", () => {
  it.each([
    ".env",
    "gateway/.env",
    "gateway/.env.local",
    "data/porchlight.db",
    "data/backups/2026-11-21.db",
    "hosting/.env",
    "hosting/secrets/smtp_url",
    ".git/config",
    "node_modules/hono/package.json",
    "site/node_modules/vite/package.json",
    "site/dist/built-from",
    "gateway/src/testing/whole/main.test.ts",
    "gateway/src/testing/survival/survival.soak.ts",
    "backup.tar.gz",
  ])("does not contain %s", (path) => {
    expect(isIgnored(path)).toBe(true);
  });

  it("contains all that the gateway loads", () => {
    const files = globSync("{gateway,protocol}/src/**/*.ts").filter((file) => !isIgnored(file));
    const missing = files.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/(?:from|import\() ?"(\.[^"]+)"/g)]
        .map(([, path = ""]) => join(file, "..", path))
        .filter((path) => !isInContext(path))
        .map((path) => `${file} loads ${path}`),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
