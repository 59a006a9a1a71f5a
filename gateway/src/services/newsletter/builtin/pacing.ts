import type { NewsletterSettings } from "@porchlight/protocol/newsletters.ts";

const HOUR_MS = 60 * 60_000;
/** Pauses of a domain whose server defers emails, in milliseconds. Further deferrals repeat the last one. */
const DOMAIN_PAUSE_MS = [60_000, 3 * 60_000, 10 * 60_000, 30 * 60_000] as const;

/**
 * Spaces emails out, so that a mail server's limits hold: in all, and for each receiving domain. All times are
 * milliseconds on a steady clock. Emails are never sent in a burst, not even after a restart.
 */
export interface Pacing {
  /** When the next email may be sent to any domain. */
  next(): number;
  /** When the next email to a domain may be sent. */
  nextTo(domain: string): number;
  /** Counts an email that is sent now. */
  count(domain: string, now: number): void;
  /** Slows a domain down after its server deferred an email. */
  slow(domain: string, now: number): void;
  /** The domain accepted an email, so its next deferral counts as the first. */
  relax(domain: string): void;
}

type Limits = Pick<NewsletterSettings, "perHour" | "perDomainAndHour">;

export function createPacing(limits: () => Limits): Pacing {
  let next = 0;
  const domains = new Map<string, { next: number; deferrals: number }>();
  const spaceOf = (perHour: number | undefined) => (perHour === undefined ? 0 : HOUR_MS / perHour);
  const of = (domain: string) => domains.get(domain) ?? { next: 0, deferrals: 0 };

  return {
    next: () => next,
    nextTo: (domain) => domains.get(domain)?.next ?? 0,
    count(domain, now) {
      const { perHour, perDomainAndHour } = limits();
      next = now + spaceOf(perHour);
      if (perDomainAndHour === undefined) return;
      const state = of(domain);
      domains.set(domain, { ...state, next: Math.max(state.next, now + spaceOf(perDomainAndHour)) });
    },
    slow(domain, now) {
      const deferrals = of(domain).deferrals + 1;
      const pause = DOMAIN_PAUSE_MS[Math.min(deferrals, DOMAIN_PAUSE_MS.length) - 1] ?? DOMAIN_PAUSE_MS[0];
      domains.set(domain, { next: now + pause, deferrals });
    },
    relax(domain) {
      const state = domains.get(domain);
      if (state !== undefined && state.deferrals > 0) domains.set(domain, { ...state, deferrals: 0 });
    },
  };
}
