import type { Browser } from "@playwright/test";
import type { Line } from "../figures.ts";

/** Windows of a phone and of a desktop. */
const WINDOWS = [
  { width: 412, height: 823 },
  { width: 1350, height: 940 },
];

/** How Home was painted: the largest element, the element that Chromium names, and the first request. */
type Painted = { largest: string; named: string; isInHero: boolean; first: string; preloaded: string };

/** Measures whether the hero is the largest paint of Home, and whether its picture is requested first. */
export async function measureHero(browser: Browser, url: string, rounds: number): Promise<Line[]> {
  const painted: Painted[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const viewport of WINDOWS) {
      const page = await browser.newPage({ viewport });
      const requested: string[] = [];
      page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      await page.goto(url, { waitUntil: "networkidle" });
      painted.push({ ...(await page.evaluate(inspectHome)), first: requested[1] ?? "nothing" });
      await page.close();
    }
  }
  const share = (holds: (one: Painted) => boolean) => painted.map((one) => (holds(one) ? 100 : 0));
  const all = (of: (one: Painted) => string) => [...new Set(painted.map(of))].join(", ");
  return [
    {
      what: "The hero is the largest paint of Home",
      rounds: share(({ largest, isInHero }) => largest === "picture of the hero" && isInHero),
      unit: "%",
      aim: { atLeast: 100 },
      note: `the largest element is: ${all(({ largest }) => largest)}. Chromium treats a picture that fills the window as a background, and reports the element on top of it: ${all(({ named }) => named)}`,
    },
    {
      what: "Its picture is requested before anything else",
      rounds: share(({ first, preloaded }) => first.startsWith("/optimized/") && preloaded.includes(first)),
      unit: "%",
      aim: { atLeast: 100 },
      note: `preloaded in the head of the HTML: ${all(({ first }) => first)}`,
    },
  ];
}

/** Runs in the page: finds the largest element, the element that Chromium names, and the preloaded picture. */
function inspectHome(): Omit<Painted, "first"> {
  const inWindow = ({ left, top, right, bottom }: DOMRect) =>
    Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0)) *
    Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  const texts = [...document.querySelectorAll("body *")].filter(({ childNodes }) =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim()),
  );
  const [largest] = [...document.images, ...texts]
    .map((element) => ({ element, area: inWindow(element.getBoundingClientRect()) }))
    .toSorted((a, b) => b.area - a.area);
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "largest-contentful-paint", buffered: true });
  const named = observer.takeRecords().at(-1);
  const element = named && "element" in named && named.element instanceof Element ? named.element : undefined;
  const hero = document.querySelector(".hero");
  const isPicture = largest?.element instanceof HTMLImageElement && largest.element.closest(".hero") !== null;
  return {
    largest: isPicture ? "picture of the hero" : (largest?.element.outerHTML.slice(0, 80) ?? "nothing"),
    named: element ? `${element.tagName.toLowerCase()}#${element.id}` : "nothing",
    isInHero: element !== undefined && hero?.contains(element) === true,
    preloaded: [...document.querySelectorAll('link[rel="preload"][as="image"]')].map((link) => link.outerHTML).join(),
  };
}
