import type { NewsletterSettings } from "@porchlight/protocol/newsletters.ts";

const HOUR_MS = 60 * 60_000;
/** Pauses of a domain whose server defers emails, in milliseconds. Further deferrals repeat the last one. */
const DOMAIN_PAUSE_MS = [60_000, 3 * 60_000, 10 * 60_000, 30 * 60_000] as const;

/**
 * Spaces emails out, so that a mail server's limits hold: in all, and for each receiving domain. All times are
 * milliseconds on a steady clock. Emails are never sent in a burst, not even after a restart.
 */
export interface Pacing {
  /** When the next email may be sent to any domain. Reads the limits, which then hold for `nextTo` too. */
  next(): number;
  /** When the next email to a domain may be sent. */
  nextTo(domain: string): number;
  /** Counts an email of a newsletter that is sent now. */
  count(domain: string, now: number, newsletterId: number): void;
  /** The newsletter whose email was counted last; undefined before the first. */
  latestOf(): number | undefined;
  /** Slows a domain down after its server deferred an email. Emails that were on their way count as one. */
  slow(domain: string, now: number): void;
  /** The domain accepted an email, so its next deferral counts as the first. */
  relax(domain: string): void;
}

type Limits = Pick<NewsletterSettings, "perHour" | "perDomainAndHour">;

export function createPacing(limits: () => Limits): Pacing {
  // The time of the latest email is stored, so that a changed limit counts at once.
  let current = limits();
  let latest = Number.NEGATIVE_INFINITY;
  let latestOf: number | undefined;
  const domains = new Map<string, { latest: number; pausedUntil: number; deferrals: number }>();
  const spaceOf = (perHour: number | undefined) => (perHour === undefined ? 0 : HOUR_MS / perHour);
  const of = (domain: string) =>
    domains.get(domain) ?? { latest: Number.NEGATIVE_INFINITY, pausedUntil: 0, deferrals: 0 };

  return {
    next() {
      current = limits();
      return Math.max(0, latest + spaceOf(current.perHour));
    },
    nextTo(domain) {
      const { latest: latestTo, pausedUntil } = of(domain);
      return Math.max(pausedUntil, latestTo + spaceOf(current.perDomainAndHour));
    },
    count(domain, now, newsletterId) {
      latest = now;
      latestOf = newsletterId;
      if (current.perDomainAndHour !== undefined) domains.set(domain, { ...of(domain), latest: now });
    },
    latestOf: () => latestOf,
    slow(domain, now) {
      if (of(domain).pausedUntil > now) return;
      const deferrals = of(domain).deferrals + 1;
      const pause = DOMAIN_PAUSE_MS[Math.min(deferrals, DOMAIN_PAUSE_MS.length) - 1] ?? DOMAIN_PAUSE_MS[0];
      domains.set(domain, { ...of(domain), pausedUntil: now + pause, deferrals });
    },
    relax(domain) {
      const state = domains.get(domain);
      if (state !== undefined && state.deferrals > 0) domains.set(domain, { ...state, deferrals: 0 });
    },
  };
}
