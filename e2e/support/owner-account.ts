import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { COMPILE_CACHE } from "@porchlight/fixtures/kept-pictures.ts";
import { Secret, TOTP } from "otpauth";
import { ADMIN_PASSWORD, type RunningGateway } from "./gateway.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/**
 * Gives the owner the password of the journeys back, or takes second steps away, by the command that owners have. For
 * the end of a test that changed it: one that fails before has its gateway thrown away with its worker.
 */
export function restoreOwner({ dataDir }: RunningGateway, what: "password" | "factors"): void {
  const command = what === "password" ? "set-password" : "remove-factors";
  execFileSync(process.execPath, [resolve(ROOT, "gateway/src/commands/admin.ts"), command], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: "owner@example.com",
    },
    input: what === "password" ? `${ADMIN_PASSWORD}\n` : "\n",
    stdio: ["pipe", "ignore", "pipe"],
  });
}

/**
 * The code that an authenticator app shows.
 *
 * @param later how many steps of 30 s from now: each code is taken once, and one step ahead is let pass
 */
export function codeFrom(secret: string, later = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: Date.now() + later * 30_000 });
}

/** Adds an authenticator app in the open Settings tab. @returns its key */
export async function addAuthenticator(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = await page.locator("code", { hasText: /^[A-Z2-7 ]{16,}$/ }).textContent();
  return (secret ?? "").replaceAll(" ", "");
}
