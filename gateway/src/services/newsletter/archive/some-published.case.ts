import type { PublishedNewsletter, PublishedNewsletters } from "./contract.ts";

/** Makes newsletters with the ids 1 to `count`, a day apart. */
export function someNewsletters(count: number, overrides: Partial<PublishedNewsletter> = {}): PublishedNewsletter[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    subject: `News ${at + 1}`,
    preheader: "From the shore",
    startedAt: new Date(Date.parse("2026-11-01T12:00:00.000Z") + at * 24 * 60 * 60 * 1_000).toISOString(),
    webHtml: '<p dir="auto">Hello.</p>',
    ...overrides,
  }));
}

/** The archive of these newsletters. */
export function published(newsletters: readonly PublishedNewsletter[]): PublishedNewsletters {
  const latest = newsletters.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  return {
    ids: () => latest.map(({ id }) => id),
    list({ limit, before }) {
      if (before === undefined) return latest.slice(0, limit);
      const at = latest.findIndex(({ id }) => id === before);
      return at < 0 ? [] : latest.slice(at + 1, at + 1 + limit);
    },
    find: (id) => newsletters.find((one) => one.id === id),
  };
}
