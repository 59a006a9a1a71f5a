/** An owner's file with a mistake. */
type WrongFile = {
  file: string;
  wrong: string;
  text: string;
  /** The gateway's message after the word "line". */
  sentence: string;
  /** Why a JSON Schema cannot reject it. */
  editorCannotTell?:
    | "it depends on two values"
    | "it depends on the calendar"
    | "it depends on a list"
    | "it depends on a colon"
    | "it depends on the address";
};

const TWO_VALUES = "it depends on two values";

const ARTIST = {
  name: "June Marlow",
  subtitle: "Folk",
  tagline: "Songs.",
  description: "Songs by June Marlow.",
  keywords: ["folk"],
  social: [{ platform: "instagram", url: "https://instagram.example/june" }],
  watchUrl: "https://youtube.example/june",
  contactUrl: "https://instagram.example/june",
  contacts: {
    privacy: "june@marlow.example",
    legal: "june@marlow.example",
    accessibility: { email: "june@marlow.example", phone: "1" },
  },
  governingLaw: "Ontario",
  images: { hero: [{ name: "n1" }] },
};

/** `artist.json` with changed fields. Each field is on its own line, the first on line 2. */
function artist(changes: object): string {
  const lines = Object.entries({ ...ARTIST, ...changes }).map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

const release = (more: string, date = "2026-09-04") =>
  `albums:\n  - name: Lake Effect\n    type: single\n    released: ${date}\n${more}`;
/** A shows.yaml with one show, which has this further field. */
const aShow = (more: string) =>
  `shows:\n  - id: a\n    date: 2027-02-20\n    venue: V\n    town: Kingston\n    country: CA\n${more && `    ${more}\n`}`;
const tee = (more: string) => `products:\n  - handle: tee\n    title: Tee\n    price: 38.00\n${more}`;
const store = (more: string) => `currency: CAD\ncountry: CA\n${more}`;

/** Every kind of mistake in every file. */
export const WRONG_FILES: readonly WrongFile[] = [
  ...inFile("artist.json", [
    ["a wrong type", artist({ name: 5 }), "2 (name): must be words"],
    ["no list", artist({ keywords: "folk" }), "6 (keywords): must be a list"],
    ["an unknown field", artist({ themeColor: "#d83b65" }), '13 (themeColor): nothing here is called "themeColor"'],
    ["a missing field", artist({ tagline: undefined }).replace(/.*undefined,\n/, ""), '1: "tagline" is missing'],
    ["a wrong choice", artist({ kind: "Band" }), "13 (kind): must be MusicGroup or Person"],
    [
      "a platform that has no mark",
      artist({ social: [{ platform: "myspace", url: "https://a.example" }] }),
      "7 (social 1, platform): must be one of: instagram",
    ],
    [
      "a link that is a program",
      artist({ social: [{ platform: "bandcamp", url: "javascript:alert(1)" }] }),
      "7 (social 1, url): must be an address that starts with https:// or http://",
    ],
    [
      "a link to no page",
      artist({ social: [{ label: "Our diary", url: "mailto:june@marlow.example" }] }),
      "7 (social 1, url): must be an address that starts with https:// or http://",
    ],
    [
      "an address that leads nowhere",
      artist({ social: [{ label: "Our diary", url: "https://[" }] }),
      "7 (social 1, url): must be an address that a browser can open",
      "it depends on the address",
    ],
    [
      "a label without any words",
      artist({ social: [{ label: " ", url: "https://a.example" }] }),
      "7 (social 1, label)",
    ],
    ["a wrong address", artist({ watchUrl: "www.example" }), "8 (watchUrl): must be an address"],
    [
      "a wrong colour",
      artist({ themeColour: "red" }),
      "13 (themeColour): must be a colour, such as #d83b65; a colour picker shows yours",
    ],
    ["an accent by its name", artist({ accent: "green" }), "13 (accent): must be a colour, such as #d83b65"],
    ["an unknown ground", artist({ ground: "dark" }), "13 (ground): must be dusk, dawn or auto"],
    ["an unknown typeface", artist({ display: "Arial" }), "13 (display): must be clarendon, grotesque or roman"],
    ["a logo in a folder", artist({ logo: "../logo.svg" }), "13 (logo): must be a file in content/images"],
    ["a logo as a photograph", artist({ logo: "logo.jpg" }), "13 (logo): must be a file in content/images"],
    ["a text without words", artist({ name: "  " }), "2 (name): must not be empty"],
    ["no picture's name", artist({ images: { hero: [{ alt: "A lake" }] } }), '12 (images, hero 1): "name" is missing'],
    ["a null value", artist({ kind: null }), "13 (kind): must be MusicGroup or Person"],
    ["a comma too many", artist({}).replace("\n}", ",\n}"), "12: there is a comma too many before }"],
    ["a comma too few", artist({}).replace('",\n', '"\n'), "2: a comma is missing after this"],
  ]),
  ...inFile("shows.yaml", [
    ["an unknown field", aShow("price: 5"), '7 (shows 1, price): nothing here is called "price"'],
    ["a missing field", "shows:\n  - id: a\n", '2 (shows 1): "date" is missing'],
    ["a wrong id", aShow("").replace("id: a", "id: A B"), "2 (shows 1, id): must be small letters"],
    ["the embed's id", aShow("").replace("id: a", "id: embed"), "2 (shows 1, id): cannot be embed: /shows/embed is"],
    ["a wrong day", aShow("").replace("2027-02-20", "20.2.2027"), "3 (shows 1, date): must be a day"],
    [
      "a day that does not exist",
      aShow("").replace("2027-02-20", "2027-02-30"),
      "3 (shows 1, date): is not on the calendar",
      "it depends on the calendar",
    ],
    ["a wrong time", aShow('starts: "8 pm"'), "7 (shows 1, starts): must be a time such as 20:00"],
    ["a wrong status", aShow("status: perhaps"), "7 (shows 1, status): must be one of: confirmed"],
    ["a wrong announcement", aShow("announce: tomorrow"), "7 (shows 1, announce): must be a day and a time"],
    ["an unknown country", aShow("").replace("CA", "Canada"), "6 (shows 1, country): must be two capital letters"],
    ["an id twice", `${aShow("")}${aShow("").replace("shows:\n", "")}`, '7 (shows 2, id): "a" is already', TWO_VALUES],
    [
      "a new date without the old one",
      aShow("status: rescheduled"),
      "2 (shows 1, movedFrom): must be the date before",
      TWO_VALUES,
    ],
  ]),
  ...inFile("music/albums.yaml", [
    ["a wrong type", "albums: Lake Effect\n", "1 (albums): must be a list"],
    ["an entry without fields", "albums:\n  - Lake Effect\n", "2 (albums 1): must have names and values"],
    ["an unknown field", release("    year: 2026\n"), '5 (albums 1, year): nothing here is called "year"'],
    ["a missing field", "albums:\n  - name: Lake Effect\n    type: single\n", '2 (albums 1): "released" is missing'],
    ["a field without a value", release("", ""), '2 (albums 1): "released" is missing'],
    ["a wrong choice", release("").replace("single", "ep"), "3 (albums 1, type): must be album or single"],
    ["a wrong date", release("", "4 September"), "4 (albums 1, released): must be a day, a month or a year"],
    ["a thirteenth month", release("", "2026-13"), "4 (albums 1, released): is not on the calendar"],
    [
      "a day that does not exist",
      release("", "2026-02-30"),
      "4 (albums 1, released): is not on",
      "it depends on the calendar",
    ],
    [
      "an address without https",
      release("    spotify: http://a.example\n"),
      "5 (albums 1, spotify): must be an address",
    ],
    [
      "a file outside of the folder",
      release("    cover: ../artist.json\n"),
      "5 (albums 1, cover): must be a file in content/music",
    ],
    [
      "a recording of an unknown kind",
      release("    tracks: [{ title: A, file: a.txt }]\n"),
      "5 (albums 1, tracks 1, file): must end with .mp3",
    ],
    [
      "a recording twice",
      release("    tracks: [{ title: A, file: a.mp3 }, { title: B, file: a.mp3 }]\n"),
      "5 (albums 1, tracks 2, file): a.mp3 is there twice",
      TWO_VALUES,
    ],
    [
      "a name twice",
      `${release("")}  - { name: Lake Effect, type: album, released: 2025 }\n`,
      '5 (albums 2, name): "Lake Effect" is already',
      TWO_VALUES,
    ],
    ["a field twice", release("    type: album\n"), '5: "type" is there twice; keep one of them'],
    [
      "a title that a comma splits",
      release("    tracks: [{ title: Late, Late, file: a.mp3 }]\n"),
      '5: "Late" stands there without a value; words with a comma need quotes: "Late, Late"',
    ],
    ["an unknown field without a value", release("    year:\n"), '5 (albums 1, year): nothing here is called "year"'],
    ["a tab", "albums:\n\t- name: Lake Effect\n", "2: a tab cannot indent; use blanks"],
  ]),
  ...inFile("store/products.yaml", [
    ["a wrong type", "products: tee\n", "1 (products): must be a list"],
    ["an unknown field", tee("    pric: 1\n"), '5 (products 1, pric): nothing here is called "pric"'],
    ["a missing field", "products:\n  - handle: tee\n    price: 1\n", '2 (products 1): "title" is missing'],
    ["a price with a comma", tee("").replace("38.00", "38,00"), "4 (products 1, price): must be an amount"],
    [
      "a price with a comma between braces",
      "products:\n  - { handle: tee, title: Tee, price: 38,00 }\n",
      "2: a comma ends a value between braces, so 38,00 is not one number; write 38.00",
    ],
    [
      "a known field without a colon between braces",
      "products:\n  - { handle: tee, title: Tee, hidden, price: 38 }\n",
      '2: "hidden" stands there without a value',
      "it depends on a colon",
    ],
    ["a negative price", tee("").replace("38.00", "-1"), "4 (products 1, price): must be an amount"],
    ["a price with a currency", tee("").replace("38.00", "$38"), "4 (products 1, price): must be an amount"],
    [
      "a price of half a cent",
      tee("").replace("38.00", "38.005"),
      "4 (products 1, price): 38.005 is no amount in CAD",
      TWO_VALUES,
    ],
    ["no price at all", tee("").replace("    price: 38.00\n", ""), "2 (products 1, price): is missing", TWO_VALUES],
    ["a bad handle", tee("").replace("tee\n", "A Tee\n"), "2 (products 1, handle): must be small letters"],
    [
      "a handle twice",
      `${tee("")}  - { handle: tee, title: B, price: 1 }\n`,
      '5 (products 2, handle): "tee" is already',
      TWO_VALUES,
    ],
    ["half a shirt in stock", tee("    stock: 2.5\n"), "5 (products 1, stock): must be a whole number"],
    ["neither yes nor no", tee("    hidden: maybe\n"), "5 (products 1, hidden): must be yes or no"],
    ["a wrong date", tee("    added: May 2026\n"), "5 (products 1, added): must be a day"],
    [
      "a day that does not exist",
      tee("    added: 2026-02-30\n"),
      "5 (products 1, added): is not a day",
      "it depends on the calendar",
    ],
    ["a value that is no list", tee("    tags: wear\n"), "5 (products 1, tags): must be a list"],
    [
      "a value twice",
      tee("    options: [{ name: Size, values: [S, S] }]\n"),
      '5 (products 1, options 1): "S" is there twice',
    ],
    [
      "an option without values",
      tee("    options: [{ name: Size, values: [] }]\n"),
      "5 (products 1, options 1, values): must hold",
    ],
    [
      "four options",
      tee(`    options: [${["A", "B", "C", "D"].map((name) => `{ name: ${name}, values: [x] }`).join(", ")}]\n`),
      "2 (products 1): has more than 3 options",
    ],
    [
      "a wrong unit",
      tee("    measure: { holds: 3 pints, per: 100 ml }\n"),
      "5 (products 1, measure, holds): must be a whole",
    ],
    [
      "a variant with an unknown value of an option",
      tee("    options: [{ name: Size, values: [S] }]\n    variants: [{ options: [XS] }]\n"),
      '6 (products 1, variants 1): "XS" is not among',
      TWO_VALUES,
    ],
    [
      "a collection with an unknown product",
      `${tee("")}collections: [{ handle: wear, title: Wear, products: [cap] }]\n`,
      '5 (collections 1, products 1): there is no product with the handle "cap"',
      TWO_VALUES,
    ],
    ["a colon in words", tee("    type: Shirt: cotton\n"), "5: cannot be read; words with a colon"],
  ]),
  ...inFile("store/store.yaml", [
    ["a wrong type", store("taxes: 13\n"), "3 (taxes): must be a list"],
    ["an unknown field", store("tax: 13\n"), '3 (tax): nothing here is called "tax"'],
    ["a missing field", "country: CA\n", '1: "currency" is missing'],
    ["no currency", store("").replace("CAD", "DOLLARS"), "1 (currency): is no currency"],
    ["an unknown currency", store("").replace("CAD", "CAB"), "1 (currency): is no currency", "it depends on a list"],
    ["a country in full", store("").replace("CA\n", "Canada\n"), "2 (country): must be two capital letters"],
    [
      "a tax of more than 100 percent",
      store("taxes: [{ title: GST, country: CA, percent: 101 }]\n"),
      "3 (taxes 1, percent): must not be more than 100",
    ],
    [
      "a wrong price",
      store("shipping: [{ title: A, countries: [CA], rates: [{ title: B, price: free }] }]\n"),
      "3 (shipping 1, rates 1, price): must be an amount",
    ],
    [
      "a country twice",
      store("shipping: [{ title: A, countries: [CA, CA], rates: [] }]\n"),
      "3 (shipping 1): CA is in another zone",
    ],
    [
      "a country in two zones",
      store("shipping:\n  - { title: A, countries: [CA], rates: [] }\n  - { title: B, countries: [CA], rates: [] }\n"),
      "5 (shipping 2): CA is in another zone already",
      TWO_VALUES,
    ],
    [
      "a wrong choice",
      store("payments: [{ title: A, instructions: B, onlyFor: pick-up }]\n"),
      "3 (payments 1, onlyFor): must be pickup or delivery",
    ],
    [
      "a pickup place at some shows",
      store("pickup: [{ title: At a show, atShows: some }]\n"),
      "3 (pickup 1, atShows): must be yes or no",
    ],
    [
      "a discount of two kinds",
      store("discounts: [{ code: FIVE, percent: 5, amount: 5.00 }]\n"),
      "3 (discounts 1): needs exactly one",
      TWO_VALUES,
    ],
    [
      "a code with a blank",
      store('discounts: [{ code: "FI VE", percent: 5 }]\n'),
      "3 (discounts 1, code): must be letters",
    ],
    [
      "a gift card whose code is too short",
      store("giftCards: [{ code: SHORT, balance: 5 }]\n"),
      "3 (giftCards 1, code): must be 8 to 32",
    ],
    [
      "a wrong last day",
      store("giftCards: [{ code: LONG-ENOUGH, balance: 5, expiresOn: 2028 }]\n"),
      "3 (giftCards 1, expiresOn): must be a day",
    ],
  ]),
];

type Row = [wrong: string, text: string, sentence: string, editorCannotTell?: WrongFile["editorCannotTell"]];

function inFile(file: string, rows: Row[]): WrongFile[] {
  return rows.map(([wrong, text, sentence, editorCannotTell]) => ({
    file,
    wrong,
    text,
    sentence,
    ...(editorCannotTell && { editorCannotTell }),
  }));
}
