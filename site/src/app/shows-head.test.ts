import { aPicture, aSite } from "@porchlight/fixtures/pages.ts";
import { aShow } from "@porchlight/fixtures/show.ts";
import type { Show } from "@porchlight/protocol/shows.ts";
import { expect, test } from "vitest";
import { createHead } from "./head.ts";

const theShows = (ahead: readonly Show[], show?: Show) => ({
  screen: "shows" as const,
  title: "Shows",
  description: "Shows.",
  keywords: [],
  ahead,
  past: [],
  aheadCount: ahead.length,
  pastCount: 0,
  ...(show && { show }),
});

/** The event in the structured data of a show's page. */
const eventOf = (overrides: Partial<Show>) =>
  createHead(aSite(), theShows([], aShow(overrides))).structuredData.at(-1) as Record<string, unknown>;

test("the list leads to the page of each show", () => {
  const { structuredData, canonical } = createHead(aSite(), theShows([aShow()]));
  expect(canonical).toBe("https://artist.example/shows");
  expect(structuredData.at(-1)).toMatchObject({
    "@type": "ItemList",
    itemListElement: [{ position: 1, url: "https://artist.example/shows/2026-kingston" }],
  });
});

test("a show's page has every property of an event that Google requires and recommends", () => {
  const event = eventOf({
    ends: "2026-12-05T23:00:00-05:00",
    address: "12 Ontario Street",
    picture: aPicture(),
    tickets: {
      url: "https://t.example/1",
      from: "2026-10-01T10:00:00-04:00",
      price: "18.00",
      currency: "CAD",
      isFree: false,
    },
  });
  expect(event).toMatchObject({
    "@type": "MusicEvent",
    name: "June Marlow at The Rope Walk, Kingston",
    description: expect.stringContaining("Music 8:00"),
    startDate: "2026-12-05T20:00:00-05:00",
    endDate: "2026-12-05T23:00:00-05:00",
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "MusicVenue",
      name: "The Rope Walk",
      address: {
        "@type": "PostalAddress",
        streetAddress: "12 Ontario Street",
        addressLocality: "Kingston",
        addressRegion: "Ontario",
        addressCountry: "CA",
      },
    },
    image: [expect.stringMatching(/^https:\/\/artist\.example\/optimized\//)],
    performer: [{ "@id": "https://artist.example/#artist" }],
    organizer: { "@id": "https://artist.example/#artist" },
    offers: {
      url: "https://t.example/1",
      price: "18.00",
      priceCurrency: "CAD",
      availability: "https://schema.org/InStock",
      validFrom: "2026-10-01T10:00:00-04:00",
    },
  });
});

test.each([
  ["cancelled", { status: "cancelled" }, { eventStatus: "https://schema.org/EventCancelled" }],
  ["postponed", { status: "postponed" }, { eventStatus: "https://schema.org/EventPostponed" }],
  [
    "rescheduled",
    { status: "rescheduled", movedFrom: "2026-11-20" },
    { eventStatus: "https://schema.org/EventRescheduled", previousStartDate: "2026-11-20" },
  ],
  ["moved", { status: "moved", movedFrom: "The Inn" }, { eventStatus: "https://schema.org/EventScheduled" }],
  [
    "sold out",
    { isSoldOut: true, tickets: { isFree: false, url: "https://t.example" } },
    { offers: { availability: "https://schema.org/SoldOut" } },
  ],
] as const)("a show that is %s keeps its date and says so", (_, overrides, expected) => {
  const event = eventOf(overrides);
  expect(event).toMatchObject({ startDate: "2026-12-05T20:00:00-05:00", ...expected });
  if (!("previousStartDate" in expected)) expect(event).not.toHaveProperty("previousStartDate");
});
