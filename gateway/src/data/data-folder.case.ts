import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { BARE_ENVIRONMENT } from "../testing/gateway-process.ts";
import type { DataFile } from "./data-file.ts";

/** Helpers for tests of the data file: temporary folders, small disks, other processes. */

/** An empty folder that is deleted after the test. */
export function aFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "porchlight-data-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A separate disk that is small enough to fill. Only root may mount one. */
export function aSmallDisk(megabytes: number): { dir: string; makeReadOnly: () => void } {
  const dir = aFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", dir]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", dir]);
  });
  return { dir, makeReadOnly: () => execFileSync("mount", ["-o", "remount,ro", dir]) };
}

/** Whether {@link aSmallDisk} works here. */
export function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), "porchlight-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", dir], { stdio: "ignore" });
    execFileSync("umount", [dir]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Fills the disk. @returns a function that frees the space again */
export function fillDisk(dir: string): () => void {
  const path = join(dir, "ballast");
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    for (;;) {
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: "a" });
      } catch {
        break;
      }
    }
  }
  return () => rmSync(path);
}

/** Adds a row; resolves once it is safe on disk. */
export function addSubscriber(data: DataFile, email: string): Promise<number> {
  return data.write((writer) =>
    writer.run(
      "INSERT INTO newsletter_subscribers (email, status, source, subscribed_at) VALUES (?, 'active', 'website-footer', ?)",
      email,
      "2026-03-01T12:00:00.000000Z",
    ),
  );
}

/** The addresses in a data file. */
export function emailsIn(data: DataFile): string[] {
  return data.read
    .all<{ email: string }>("SELECT email FROM newsletter_subscribers ORDER BY id")
    .map(({ email }) => email);
}

/** Counts the commits in a write-ahead log. Source: sqlite.org, "WAL-mode File Format". */
export function commitsInLog(data: DataFile): number {
  const log = readFileSync(`${data.path}-wal`);
  const [headerBytes, frameHeaderBytes, pageBytes] = [32, 24, 4096];
  let commits = 0;
  for (let frame = headerBytes; frame < log.length; frame += frameHeaderBytes + pageBytes) {
    // Only the last frame of a commit says how many pages the file has after the commit.
    if (log.readUInt32BE(frame + 4) > 0) commits += 1;
  }
  return commits;
}

/** A process that changes a list without pause. */
interface WritingProcess {
  pid: number;
  /** Addresses whose change the data file has acknowledged so far. */
  acknowledged: string[];
  /** Waits until the data file has acknowledged `count` more. */
  nextAcknowledged: (count: number) => Promise<void>;
  kill: () => Promise<void>;
  /** Resolves when it has ended. */
  ended: Promise<unknown>;
}

/** Starts a process that stores one address after another and prints each one after it was stored. */
export function aWritingProcess(dir: string, prefix = "fan"): Promise<WritingProcess> {
  return aProcess(new URL("./writing-process.case.ts", import.meta.url), dir, prefix);
}

/** Starts a process that unsubscribes one fan after another and prints each address after the change was stored. */
export function anUnsubscribingProcess(dir: string): Promise<WritingProcess> {
  return aProcess(new URL("./unsubscribing-process.case.ts", import.meta.url), dir);
}

/** Starts a script that prints a line after each change. Resolves after the first one. */
export async function aProcess(file: URL, ...values: string[]): Promise<WritingProcess> {
  const script = fileURLToPath(file);
  const child = spawn(process.execPath, [script, ...values], {
    stdio: ["ignore", "pipe", "inherit"],
    env: BARE_ENVIRONMENT,
  });
  const exited = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => acknowledged.push(line));
  const nextAcknowledged = async (count: number) => {
    const target = acknowledged.length + count;
    while (acknowledged.length < target) await once(lines, "line");
  };
  await nextAcknowledged(1);
  return {
    pid: child.pid ?? 0,
    acknowledged,
    nextAcknowledged,
    ended: exited,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** A folder with the write-ahead log of a killed site, whose data file was deleted afterwards. */
export async function aLogAlone(): Promise<{ dir: string; log: Buffer }> {
  const dir = aFolder();
  const writing = await aWritingProcess(dir);
  await writing.kill();
  rmSync(join(dir, "porchlight.db"));
  return { dir, log: readFileSync(join(dir, "porchlight.db-wal")) };
}
