import type { Head, ShowsContent, Site } from "@porchlight/protocol/content.ts";
import { describeShow, showTitle } from "@porchlight/protocol/show-words.ts";
import { type Show, type ShowStatus, showPath } from "@porchlight/protocol/shows.ts";
import { createPreview, shortenDescription } from "./head-parts.ts";

/** Source: schema.org/EventStatusType. A show that is moved to another venue takes place as planned. */
const EVENT_STATUS: Readonly<Record<ShowStatus, string>> = {
  confirmed: "EventScheduled",
  moved: "EventScheduled",
  postponed: "EventPostponed",
  rescheduled: "EventRescheduled",
  cancelled: "EventCancelled",
};

/** @returns the parts of the head about shows: on a show's page about that show, elsewhere about the shows ahead */
export function createShowsHead(site: Site, content: ShowsContent, head: Head): Partial<Head> {
  const { show, ahead } = content;
  if (!show) {
    // Search engines want each event on a page of its own; the list only leads there.
    const list = ahead.map(({ id }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: `${site.origin}${showPath(id)}`,
    }));
    if (list.length === 0) return {};
    const data = { "@context": "https://schema.org", "@type": "ItemList", itemListElement: list };
    return { structuredData: [...head.structuredData, data] };
  }
  const image = show.picture && createPreview(site, show.picture);
  return {
    description: shortenDescription(content.description),
    canonical: `${site.origin}${showPath(show.id)}`,
    ...(image && { image }),
    structuredData: [...head.structuredData, createEvent(site, show, head)],
  };
}

/** Source: developers.google.com/search/docs/appearance/structured-data/event; schema.org/MusicEvent. */
function createEvent(site: Site, show: Show, head: Head): Record<string, unknown> {
  const { name, date, doors, starts, ends, status, movedFrom, venue, address, town, region, country, tickets } = show;
  const url = `${site.origin}${showPath(show.id)}`;
  const image = (show.picture && createPreview(site, show.picture)) ?? head.image;
  const performers = show.lineup.length > 0 ? show.lineup : [site.name];
  return {
    "@context": "https://schema.org",
    "@type": "MusicEvent",
    name: name ?? showTitle(show, site.name),
    description: describeShow(show, site.language).join(". "),
    url,
    startDate: starts ?? doors ?? date,
    ...(ends !== undefined && { endDate: ends }),
    ...(doors !== undefined && { doorTime: doors }),
    ...(status === "rescheduled" && { previousStartDate: movedFrom }),
    eventStatus: `https://schema.org/${EVENT_STATUS[status]}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "MusicVenue",
      name: venue,
      address: {
        "@type": "PostalAddress",
        ...(address !== undefined && { streetAddress: address }),
        addressLocality: town,
        ...(region !== undefined && { addressRegion: region }),
        addressCountry: country,
      },
    },
    ...(image && { image: [image.url] }),
    performer: performers.map((act) =>
      act === site.name ? { "@id": `${site.origin}/#artist` } : { "@type": "PerformingGroup", name: act },
    ),
    organizer: { "@id": `${site.origin}/#artist` },
    ...(tickets && { offers: createOffer(show, url) }),
  };
}

function createOffer({ tickets, isSoldOut }: Show, url: string): Record<string, unknown> {
  const { price, currency, from, isFree, url: shop } = tickets ?? {};
  const amount = isFree ? "0" : price;
  return {
    "@type": "Offer",
    url: shop ?? url,
    availability: `https://schema.org/${isSoldOut ? "SoldOut" : "InStock"}`,
    ...(amount !== undefined && { price: amount }),
    ...(currency !== undefined && { priceCurrency: currency }),
    ...(from !== undefined && { validFrom: from }),
  };
}
