import { anAlbum } from "@porchlight/fixtures/album.ts";
import { aPicture } from "@porchlight/fixtures/pages.ts";
import { aShopProduct, aShopVariant } from "@porchlight/fixtures/shop-product.ts";
import { aShow } from "@porchlight/fixtures/show.ts";
import type { NewsletterText } from "@porchlight/protocol/newsletters.ts";
import { type EmailLook, toEmailLook } from "../../../content/identity/email-look.ts";
import { aComposer, aText, OPTIONS } from "./a-composer.case.ts";
import type { ComposerDeps } from "./composer.ts";

/** An email that is looked at in a browser, and checked. */
type ReferenceEmail = {
  name: string;
  text: NewsletterText;
  deps?: Partial<ComposerDeps>;
  options?: Partial<typeof OPTIONS>;
  /** How many things the owner has to correct. */
  problems?: number;
};

const EVERY_BLOCK = `[[picture: n1]]

Hello again from **Osier Harbour**,

the ice is not on the lake yet, and we have spent four weeks in the rope walk. We would like you to [hear it](/music).

## What is new

[[release: lake-effect]]

[[tracks: lake-effect]]

[[button: Listen to it | /music/lake-effect]]

## On the road

[[shows]]

### In the shop

[[product: tee]]

[[show: 2026-kingston]]

[[picture: n1 | Ice on the lake]]

See you soon,
June
`;

const MARKDOWN = `# A first heading

A paragraph with **bold**, *italic*, ~~struck~~ and \`code\`, "quoted" -- and
a second line. https://example.com/x?y=1, <ann@example.com>, [a link](https://else.example/ "Title").

#### A heading that skips two levels

- One
- Two
  1. Two and one
  2. Two and two

    With a paragraph

7. Seven
8. Eight

> Somebody said it
> in two lines.
>
> > And somebody answered.

---

| Day | Place |
|:----|------:|
| Friday | Kingston |
| Saturday | Guelph |

\`\`\`
[[shows]] is text in here
\`\`\`

    indented <b>code</b>

![The lake](n1) in a line, and \\[[not a block]]

Ein Wort und &amp; <script>alert(1)</script>
`;

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const HEBREW = "חדשות מהנמל (חי)";

const look = (accent: string, display: "roman" | "grotesque" | "clarendon"): (() => EmailLook) => {
  return () => toEmailLook({ accent, display });
};

function artistCalled(name: string, language = "en"): ComposerDeps["artist"] {
  return () => ({ name, kind: "MusicGroup", language, images: { hero: [{ name: "n1", alt: "A lake at dusk" }] } });
}

/** Release, product and show with one name. */
function allCalled(name: string): Partial<ComposerDeps> {
  return {
    music: () => ({
      albums: [anAlbum({ name })],
      recordings: [
        {
          album: name,
          recordings: [
            { title: name, url: "/audio/a.mp3", seconds: 61 },
            { title: "Short", url: "/audio/b.mp3", seconds: 3_725 },
          ],
        },
      ],
      artistId: "june",
    }),
    products: () => ({ products: [aShopProduct({ title: name, productType: name })], currencyCode: "CAD" }),
    shows: () => [aShow({ name, venue: name, town: name, address: name })],
  };
}

/** The twelve emails that are looked at and checked. */
export const REFERENCE_EMAILS: readonly ReferenceEmail[] = [
  { name: "every block", text: aText({ body: EVERY_BLOCK }) },
  {
    name: "a plain letter",
    text: aText({ body: "Hello,\n\nthis is all there is to say.\n\nJune\n", preheader: "" }),
    options: { postalAddress: "" },
  },
  {
    name: "without pictures",
    text: aText({ body: EVERY_BLOCK.replaceAll(/\[\[picture.*\n/g, "") }),
    deps: {
      findPicture: () => undefined,
      music: () => ({
        albums: [anAlbum({ images: [], release_date: "2026", total_tracks: 0 })],
        recordings: [
          {
            album: "Lake Effect",
            recordings: [],
            silent: [0, 1, 2].map((place) => ({ title: `Song ${place}`, place })),
          },
        ],
        artistId: "june",
      }),
      products: () => ({ products: [aShopProduct({ images: [], productType: "" })], currencyCode: "CAD" }),
    },
  },
  {
    name: "names from right to left",
    text: aText({
      subject: HEBREW,
      body: `${EVERY_BLOCK.replaceAll("lake-effect", HEBREW)}\n${HEBREW}\n\n- ${HEBREW}\n`,
    }),
    deps: { artist: artistCalled(HEBREW), ...allCalled(HEBREW) },
    options: { postalAddress: `${HEBREW}\n12 Water Street` },
  },
  {
    name: "a language from right to left",
    text: aText({ subject: HEBREW, body: EVERY_BLOCK }),
    deps: { artist: artistCalled(HEBREW, "he") },
  },
  {
    name: "long names",
    text: aText({ subject: `${LONG} ${LONG}`, body: `${EVERY_BLOCK.replaceAll("lake-effect", LONG)}\n${LONG}\n` }),
    deps: { artist: artistCalled(LONG), ...allCalled(LONG) },
    options: { postalAddress: `${LONG}\n${LONG}` },
  },
  { name: "all of Markdown", text: aText({ body: MARKDOWN }) },
  {
    name: "a pale accent",
    text: aText({ body: EVERY_BLOCK }),
    deps: { emailLook: look("#f2e394", "roman") },
  },
  {
    name: "a white accent",
    text: aText({ body: MARKDOWN + EVERY_BLOCK }),
    deps: { emailLook: look("#ffffff", "grotesque") },
  },
  {
    name: "in German",
    text: aText({ subject: "Neues vom Ufer", body: EVERY_BLOCK }),
    deps: {
      artist: artistCalled("Hafenlinie", "de-DE"),
      products: () => ({
        products: [
          aShopProduct({
            variants: ["24.50", "1099.00"].map((amount) => aShopVariant({ price: { amount, currencyCode: "EUR" } })),
          }),
        ],
        currencyCode: "EUR",
      }),
    },
  },
  {
    name: "with mistakes",
    text: aText({
      subject: "<b>Subject</b> & \ud83d half \u0000",
      preheader: "</div><script>alert(1)</script>",
      body: [
        "[[release: nothing]]",
        "[[product: ]]]]",
        "[[button: ]] | javascript:alert(1)]]",
        '[[button: <i>Words</i>]] | https://else.example/?a="><script>]]',
        "[[picture: ../../etc/passwd]]",
        "[[nothing]]",
        "Text with [[shows]] in it, [a](javascript:alert(1)) [b](data:text/html,x) ![c](https://spy.example/1.gif)",
        '<img src=x onerror=alert(1)> <https://else.example/"onclick=alert(1)>',
      ].join("\n\n"),
    }),
    problems: 7,
  },
  {
    name: "all at once",
    text: aText({
      body: Array.from({ length: 3 }, () => EVERY_BLOCK + MARKDOWN.replace("# A first", "## Another")).join("\n"),
    }),
    deps: {
      findPicture: (name, alt) => (name === "n1" ? aPicture({ alt, width: 300, height: 420 }) : undefined),
      shows: () =>
        Array.from({ length: 9 }, (_, at) =>
          aShow({
            id: at === 0 ? "2026-kingston" : `2027-${at}`,
            status: (["confirmed", "postponed", "rescheduled", "moved", "cancelled"] as const)[at % 5] ?? "confirmed",
            movedFrom: "2026-12-01",
            isSoldOut: at % 3 === 1,
          }),
        ),
    },
  },
];

/** Composes a reference email. */
export function composeReference({ text, deps, options }: ReferenceEmail) {
  return aComposer(deps).compose(text, { ...OPTIONS, ...options });
}
