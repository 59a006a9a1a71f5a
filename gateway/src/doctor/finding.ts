import type { CheckStatus, Finding } from "@porchlight/protocol/doctor.ts";

/**
 * Makes findings about one thing. Each says what was found and, if something is wrong, what to do next.
 *
 * @param id the same in every release, because programs read it
 */
export function about(id: string, title: string) {
  const withNext =
    (status: CheckStatus) =>
    (found: string, next: string): Finding => ({ id, title, status, found, next });
  return {
    good: (found: string): Finding => ({ id, title, status: "good", found }),
    look: withNext("look"),
    bad: withNext("bad"),
    unknown: withNext("unknown"),
  };
}
