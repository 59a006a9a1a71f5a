import { execFileSync } from "node:child_process";

/** The commit that is checked out, and whether there are changes beside it; "unknown" in a copy without git. */
export function describeCommit(): string {
  try {
    const name = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
    const isChanged = execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" }).trim() !== "";
    return isChanged ? `${name} with changes` : name;
  } catch {
    return "unknown";
  }
}
