import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { arch, cpus, platform, release, totalmem } from "node:os";

/** Describes the machine on which a report was made, one sentence for each fact. */
export function describeMachine(versions: Record<string, string>): string[] {
  const cores = cpus();
  const system = existsSync("/etc/os-release")
    ? (/^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? platform())
    : platform();
  return [
    `${cores.length} × ${cores[0]?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB memory`,
    `${system}, kernel ${release()}, ${arch()}`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite ?? "unknown"}`,
    ...Object.entries(versions).map(([name, version]) => `${name} ${version}`),
  ];
}

/** Names the commit that is checked out and says whether files differ from it; "unknown" in a copy without git. */
export function describeCommit(): string {
  try {
    const name = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
    const isChanged = execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" }).trim() !== "";
    return isChanged ? `${name} with changes` : name;
  } catch {
    return "unknown";
  }
}
