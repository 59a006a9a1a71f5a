import { aPicture, aSite } from "@porchlight/fixtures/pages.ts";
import { expect, test } from "vitest";
import { headOf } from "./head.ts";

const about = {
  screen: "about",
  title: "About",
  description: "Who she is.",
  keywords: ["folk", "June"],
  bodyHtml: "",
} as const;
const content = { ...about, keywords: [...about.keywords] };

test("a screen's head names screen and artist, and its one address", () => {
  expect(headOf(aSite(), content)).toMatchObject({
    title: "About · June Marlow",
    description: "Who she is.",
    keywords: "folk, June",
    canonical: "https://artist.example/about",
    noindex: false,
  });
});

test("structured data tells of the site, the artist and the breadcrumb trail", () => {
  const [website, artist, trail] = headOf(aSite(), content).structuredData;
  expect(website).toMatchObject({ "@type": "WebSite", url: "https://artist.example/", name: "June Marlow" });
  expect(artist).toMatchObject({ "@type": "Person", sameAs: ["https://instagram.example/june"] });
  expect(trail).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [
      { position: 1, name: "Home", item: "https://artist.example/" },
      { position: 2, name: "About", item: "https://artist.example/about" },
    ],
  });
  expect(headOf(aSite({ kind: "MusicGroup" }), content).structuredData[1]).toMatchObject({ "@type": "MusicGroup" });
});

test("the link preview is a picture of at most 1920 pixels, and absent without one", () => {
  const shareImage = aPicture({
    name: "social",
    width: 3000,
    height: 1500,
    variants: [
      { suffix: "large", width: 1920 },
      { suffix: "hero", width: 2560 },
    ],
  });
  expect(headOf(aSite({ shareImage }), content).image).toEqual({
    url: "https://artist.example/optimized/social-large.jpg",
    width: 1920,
    height: 960,
    alt: "A lake at dusk",
  });
  const { shareImage: _, ...site } = aSite();
  expect(headOf(site, content).image).toBeUndefined();
});

test("the page for a wrong address is kept out of search engines", () => {
  const head = headOf(aSite(), { screen: "not-found", title: "Page not found", description: "", keywords: [] });
  expect(head).toMatchObject({ noindex: true, structuredData: [] });
  expect(head.canonical).toBeUndefined();
});
