/** Messages for the person who starts the gateway: why it cannot start, and the owner's first password. */
import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import type { Settings } from "../config/settings.ts";
import { ContentError } from "../content/content.ts";
import { DataFileError } from "../data/data-file-error.ts";
import type { Logger } from "../lib/log.ts";
import type { PreparationProgress } from "../media/pictures/preparation-queue.ts";
import { OwnerPasswordError, type Welcome } from "../services/auth/builtin/owner.ts";
import { MailError } from "../services/mail/contract.ts";

/** Exit codes that tell a supervisor that a restart will not help. Source: sysexits.h. */
export const EXIT_CODES = { content: 65, port: 69, data: 74, settings: 78 } as const;

/** The sentence for the owner and the exit code of an error; undefined for an unexpected error. */
export function explain(error: unknown, settings: Settings): { sentence: string; code: number } | undefined {
  if (error instanceof DataFileError) return { sentence: error.message, code: EXIT_CODES.data };
  if (error instanceof MailError) {
    return { sentence: `${error.message} Set MAIL_FROM, or ADMIN_EMAIL.`, code: EXIT_CODES.settings };
  }
  if (error instanceof OwnerPasswordError) {
    return { sentence: `ADMIN_PASSWORD cannot be used. ${error.message}`, code: EXIT_CODES.settings };
  }
  if (error instanceof ContentError) return { sentence: error.message, code: EXIT_CODES.content };
  if (!(error instanceof Error && "code" in error)) return undefined;
  const { host, port, dataDir } = settings;
  switch (error.code) {
    case "EADDRINUSE":
      return {
        sentence: `Port ${port} is taken by another program. Close it, or set PORT to another number.`,
        code: EXIT_CODES.port,
      };
    case "EADDRNOTAVAIL":
      return { sentence: `This machine has no address ${host}. Set HOST.`, code: EXIT_CODES.port };
    case "ENOSPC":
      return {
        sentence: `The disk that holds ${dataDir} is full. Free some space and start again.`,
        code: EXIT_CODES.data,
      };
    case "EACCES":
    case "EPERM":
    case "EROFS":
      if ("syscall" in error && error.syscall === "listen") {
        return {
          sentence: `Porchlight is not allowed to listen on port ${port}. Set PORT to 1024 or more.`,
          code: EXIT_CODES.port,
        };
      }
      return {
        sentence: `Porchlight is not allowed to read or write ${"path" in error ? error.path : dataDir}. Give its user that right.`,
        code: EXIT_CODES.data,
      };
    default:
      return undefined;
  }
}

/** Reports the preparation of pictures on the terminal: its beginning, its quarters and its end. */
export function createPreparationReport(print: (line: string) => void = console.log) {
  let quarter = 0;
  return ({ prepared, all }: PreparationProgress): void => {
    if (prepared === all) print("Every picture is prepared.");
    else if (prepared === 0) {
      const pictures = all === 1 ? "1 picture" : `${all} pictures`;
      print(`Preparing ${pictures} for every size of screen, once, in the background; a preview is shown meanwhile.`);
    } else if (Math.floor((4 * prepared) / all) > quarter) print(`${prepared} of ${all} pictures are prepared.`);
    quarter = Math.floor((4 * prepared) / all) % 4;
  };
}

/** Writes several mistakes on separate lines. */
export function inLines(mistakes: readonly string[]): string {
  return mistakes.map((mistake) => `  - ${mistake}`).join("\n");
}

/** Shows the owner a generated password, this one time, or warns that `ADMIN_PASSWORD` is ignored. */
export function tellOwner(welcome: Welcome, publicUrl: string, log: Logger): void {
  if (welcome.isNew && welcome.generated !== undefined) {
    console.log(
      [
        "",
        "  This is your password. It is shown this once; only you have it now.",
        "",
        `      ${welcome.generated}`,
        "",
        `  Sign in at ${publicUrl}${ADMIN_PATH} and change it there whenever you like.`,
        "  Lost it? npm run admin -- set-password",
        "",
      ].join("\n"),
    );
  }
  if (!welcome.isNew && welcome.isPasswordIgnored) {
    log.warn(
      "ADMIN_PASSWORD is not the owner's password and is ignored: it is for the first start only. " +
        "To set a new password: npm run admin -- set-password",
    );
  }
}
