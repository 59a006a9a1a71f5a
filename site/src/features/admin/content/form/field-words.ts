import type { EditableFile } from "@porchlight/protocol/content-editing.ts";
import { HINT_WORDS } from "./hint-words.ts";

/**
 * How a value is entered. `cover`, `logo`, `icon`: a picture that is only the name of its file; `music`, `press`:
 * another file; `products`: a list of products of the same file; `countries`: a list of countries;
 * `contact`: the address of a page, or an email address.
 */
export type Widget =
  | "long"
  | "markdown"
  | "colour"
  | "date"
  | "datetime"
  | "time"
  | "email"
  | "url"
  | "contact"
  | "number"
  | "country"
  | "countries"
  | "currency"
  | "timeZone"
  | "language"
  | "products"
  | "cover"
  | "logo"
  | "icon"
  | "music"
  | "press";

/**
 * What a form says about a field. `folded` puts it under "More options": always, or only while it has no value. A group
 * that is not folded is a part of its form. `isHidden`: the form does not show the value.
 */
export type FieldWords = {
  label: string;
  widget?: Widget;
  folded?: "always" | "unused";
  isHidden?: true;
  /** The value is optional, but most files have it, so the form does not call it optional. */
  isUsual?: true;
};

const rare = (label: string, widget?: Widget): FieldWords => ({ label, ...(widget && { widget }), folded: "unused" });
/** A value that Porchlight sets by itself. */
const made = (label: string, widget?: Widget): FieldWords => ({ label, ...(widget && { widget }), folded: "always" });
const as = (widget: Widget, label: string): FieldWords => ({ label, widget });
const say = (label: string): FieldWords => ({ label });

const TEXT = {
  title: say("Heading"),
  description: { ...as("long", "For search engines and link previews"), folded: "always" },
  keywords: made("Search words"),
  body: as("markdown", "Text"),
} satisfies Record<string, FieldWords>;

const PICTURE = (at: string): Record<string, FieldWords> => ({
  [`${at}.name`]: say("Picture"),
  [`${at}.alt`]: as("long", "Description of the picture"),
  [`${at}.focus`]: say("Where the eye should rest"),
});

const FOR_SALE = (at: string): Record<string, FieldWords> => ({
  [`${at}.price`]: as("number", "Price"),
  [`${at}.compareAt`]: rare("Price before", "number"),
  [`${at}.stock`]: as("number", "In stock"),
  [`${at}.counted`]: rare("Counted on", "date"),
  [`${at}.sku`]: rare("Your own number (SKU)"),
  [`${at}.barcode`]: rare("Barcode"),
  [`${at}.grams`]: as("number", "Weight in grams"),
  [`${at}.keepSelling`]: rare("Go on selling when none is left"),
  [`${at}.perOrder`]: rare("Most in one order", "number"),
  [`${at}.shipped`]: rare("Is sent by post"),
  [`${at}.withdrawal`]: rare("Right to send it back"),
  [`${at}.taxed`]: rare("Taxes are charged"),
  [`${at}.measure`]: rare("Price per quantity"),
  [`${at}.measure.holds`]: say("It holds"),
  [`${at}.measure.per`]: say("Price per"),
});

/** The words of every field, by file and by path. A test finds the fields of a schema that have no words. */
export const FIELD_WORDS: Readonly<Partial<Record<EditableFile, Readonly<Record<string, FieldWords>>>>> = {
  "artist.json": {
    $schema: { label: "Schema", isHidden: true },
    name: say("Name"),
    kind: say("You are"),
    subtitle: say("What you play"),
    tagline: as("long", "One sentence"),
    description: as("long", "Two sentences"),
    keywords: say("Search words"),
    language: as("language", "Language"),
    accent: as("colour", "Your colour"),
    ground: say("Ground"),
    display: say("Typeface"),
    logo: as("logo", "Logo"),
    icon: as("icon", "Icon in browser tabs"),
    themeColour: rare("Colour around the page on phones", "colour"),
    social: say("Your pages elsewhere"),
    "social.platform": say("Platform"),
    "social.url": as("url", "Address"),
    "social.label": rare("Read aloud as"),
    watchUrl: as("url", "Your videos"),
    contactUrl: as("contact", "Where people write to you"),
    contacts: say("Contacts in the legal pages"),
    "contacts.privacy": as("email", "Privacy"),
    "contacts.legal": as("email", "Legal"),
    "contacts.accessibility": say("Accessibility"),
    "contacts.accessibility.email": as("email", "Email"),
    "contacts.accessibility.phone": say("Phone"),
    governingLaw: say("Whose law applies"),
    images: say("Pictures"),
    "images.hero": say("Front page"),
    ...PICTURE("images.hero"),
    "images.portrait": say("Beside your story"),
    ...PICTURE("images.portrait"),
    "images.background": say("Behind the other pages"),
    ...PICTURE("images.background"),
    "images.share": say("Shown with links to your site"),
    ...PICTURE("images.share"),
  },
  "about.md": { ...TEXT, updated: made("Last changed", "date") },
  "press.md": {
    ...TEXT,
    body: as("markdown", "Biography"),
    photos: say("Photographs"),
    ...PICTURE("photos"),
    "photos.credit": say("Credit line"),
    quotes: say("What has been written"),
    "quotes.words": as("long", "Words"),
    "quotes.source": say("Who, and where"),
    "quotes.url": as("url", "Address"),
    files: say("Files to download"),
    "files.file": as("press", "File"),
    "files.title": say("What it is"),
    contacts: say("Whom to ask"),
    "contacts.role": say("For"),
    "contacts.name": say("Name"),
    "contacts.email": as("email", "Email"),
    "contacts.phone": say("Phone"),
  },
  "music/albums.yaml": {
    albums: say("Releases"),
    "albums.name": say("Title"),
    "albums.type": say("Album or single"),
    "albums.released": as("date", "Released"),
    "albums.cover": as("cover", "Cover"),
    "albums.spotify": rare("On Spotify", "url"),
    "albums.tracks": say("Songs"),
    "albums.tracks.title": say("Title"),
    "albums.tracks.file": as("music", "Recording"),
  },
  "shows.yaml": {
    shows: say("Shows"),
    "shows.id": made("End of its address"),
    "shows.date": as("date", "Day"),
    "shows.doors": as("time", "Doors"),
    "shows.starts": as("time", "Begins"),
    "shows.ends": rare("Ends", "time"),
    "shows.timeZone": rare("Time zone", "timeZone"),
    "shows.venue": say("Venue"),
    "shows.address": say("Street"),
    "shows.town": say("Town"),
    "shows.region": say("Province or state"),
    "shows.country": as("country", "Country"),
    "shows.name": say("Name of the evening"),
    "shows.lineup": say("Who plays"),
    "shows.tickets": say("Tickets"),
    "shows.tickets.url": as("url", "Where to buy"),
    "shows.tickets.from": rare("On sale from", "datetime"),
    "shows.tickets.price": as("number", "Price"),
    "shows.tickets.currency": rare("Currency", "currency"),
    "shows.tickets.free": say("Free"),
    "shows.soldOut": say("Sold out"),
    "shows.status": say("State"),
    "shows.movedFrom": rare("Moved from"),
    "shows.announce": rare("Announce on", "datetime"),
    "shows.picture": say("Picture"),
    ...PICTURE("shows.picture"),
    "shows.age": say("Age"),
    "shows.access": say("Access"),
    "shows.note": as("long", "Note"),
    "shows.setlist": say("What you played"),
  },
  "store/products.yaml": {
    products: say("Products"),
    "products.handle": made("End of its address"),
    "products.title": say("Name"),
    "products.type": say("Kind"),
    "products.vendor": rare("Made by"),
    "products.tags": rare("Tags"),
    "products.release": say("Belongs to the release"),
    "products.added": made("Added on", "date"),
    "products.updated": made("Changed on", "date"),
    "products.hidden": say("Not shown in the shop"),
    "products.description": as("long", "Description"),
    "products.images": say("Pictures"),
    "products.images.file": say("Picture"),
    "products.images.alt": as("long", "Description of the picture"),
    "products.options": say("What buyers choose"),
    "products.options.name": say("Choice"),
    "products.options.values": say("One line for each"),
    "products.variants": say("Variants"),
    "products.variants.options": say("Chosen"),
    "products.variants.image": as("cover", "Picture"),
    ...FOR_SALE("products.variants"),
    ...FOR_SALE("products"),
    "products.price": { ...as("number", "Price"), isUsual: true },
    collections: say("Collections"),
    "collections.handle": made("End of its address"),
    "collections.title": say("Name"),
    "collections.description": as("long", "Description"),
    "collections.image": say("Picture"),
    "collections.image.file": say("Picture"),
    "collections.image.alt": as("long", "Description of the picture"),
    "collections.updated": made("Changed on", "date"),
    "collections.products": as("products", "Products"),
  },
  "store/store.yaml": {
    currency: as("currency", "Currency"),
    country: as("country", "Country you send from"),
    province: say("Province or state"),
    timeZone: as("timeZone", "Time zone"),
    moneyFormat: rare("How amounts are written"),
    description: as("long", "About the shop"),
    contactEmail: as("email", "Where buyers write to"),
    taxesIncluded: say("Prices include taxes"),
    taxesOnShipping: say("Shipping is taxed"),
    taxes: say("Taxes"),
    "taxes.title": say("Name"),
    "taxes.country": as("country", "Country"),
    "taxes.provinces": say("Provinces or states"),
    "taxes.percent": as("number", "Percent"),
    shipping: say("Shipping"),
    "shipping.title": say("Name"),
    "shipping.countries": as("countries", "Countries"),
    "shipping.rates": say("Ways to send"),
    "shipping.rates.title": say("Name"),
    "shipping.rates.price": as("number", "Price"),
    "shipping.rates.freeFrom": as("number", "Free from"),
    "shipping.rates.upToGrams": as("number", "Up to grams"),
    "shipping.rates.upToDays": as("number", "Days at most"),
    pickup: say("Pick it up"),
    "pickup.title": say("Name"),
    "pickup.instructions": as("long", "How it works"),
    "pickup.atShows": say("At every coming show"),
    payments: say("Ways to pay without a card"),
    "payments.title": say("Name"),
    "payments.instructions": as("long", "What to do"),
    "payments.onlyFor": say("Only for"),
    "payments.unpaidOrdersExpireAfter": rare("Unpaid orders end after"),
    unpaidOrdersExpireAfter: say("Unpaid orders end after"),
    unpaidPercent: rare("Most of a product in unpaid orders, in percent", "number"),
    discounts: say("Discount codes"),
    "discounts.code": say("Code"),
    "discounts.title": say("Name"),
    "discounts.percent": as("number", "Percent off"),
    "discounts.amount": as("number", "Amount off"),
    "discounts.freeShipping": say("Free shipping"),
    "discounts.products": say("Only for these products"),
    "discounts.minimum": as("number", "From an order of"),
    "discounts.startsAt": as("date", "Begins"),
    "discounts.endsAt": as("date", "Ends"),
    "discounts.limit": as("number", "How many times"),
    "discounts.oncePerCustomer": say("Once per customer"),
    giftCards: say("Gift cards"),
    "giftCards.code": say("Code"),
    "giftCards.balance": as("number", "Balance"),
    "giftCards.currency": rare("Currency", "currency"),
    "giftCards.expiresOn": as("date", "Expires on"),
    "giftCards.enabled": say("Can be used"),
  },
};

/** Files that have the same names as `about.md`. */
const TEXTS: readonly EditableFile[] = [
  "music/music.md",
  "store/shop.md",
  "store/refunds.md",
  "privacy.md",
  "terms.md",
  "accessibility.md",
];

/** Fields that come first in a form, where their order in the file is another. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  social: ["url"],
  products: ["title", "price", "images", "description", "options", "variants", "stock"],
};

/** Sorts the names of an item's fields for its form. */
export function inFormOrder<Field extends { name: string }>(list: string, fields: readonly Field[]): Field[] {
  const first = FIRST[list] ?? [];
  return [
    ...first.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    ...fields.filter(({ name }) => !first.includes(name)),
  ];
}

/** Finds the words of a field; undefined if nobody wrote them. */
export function fieldWordsOf(file: EditableFile, name: string): FieldWords | undefined {
  return FIELD_WORDS[TEXTS.includes(file) ? "about.md" : file]?.[name];
}

/** The hint of a field: the form's own words, else the schema's; undefined if there is none. */
export function hintOf(
  file: EditableFile,
  name: string,
  { description }: { description?: string },
): string | undefined {
  const hint = HINT_WORDS[TEXTS.includes(file) ? "about.md" : file]?.[name] ?? description;
  return hint === "" ? undefined : hint;
}

/** The label of a choice: its own words, or those of the file, `youtube-music` → `Youtube music`. */
export function inWords(choice: string): string {
  return CHOICE_WORDS[choice] ?? choice.charAt(0).toUpperCase() + choice.slice(1).replaceAll("-", " ");
}

/** The noun for an item of a list, as in "Add a product". */
export const ITEM_WORDS: Readonly<Record<string, string>> = {
  social: "page",
  "images.hero": "picture",
  photos: "photograph",
  quotes: "quote",
  files: "file",
  contacts: "contact",
  albums: "release",
  "albums.tracks": "song",
  shows: "show",
  products: "product",
  "products.images": "picture",
  "products.options": "choice",
  "products.variants": "variant",
  collections: "collection",
  taxes: "tax",
  shipping: "zone",
  "shipping.rates": "way to send",
  pickup: "place",
  payments: "way to pay",
  discounts: "code",
  giftCards: "gift card",
};

/** Lists whose items need one text: which one it is, and the label of a field for several at once. */
export const SEVERAL: Readonly<Record<string, { key: string; label: string }>> = {
  "albums.tracks": { key: "title", label: "Several songs at once: one title on each line" },
};

/** Labels of choices whose word in the file is not clear enough. */
export const CHOICE_WORDS: Readonly<Record<string, string>> = {
  yes: "Yes",
  no: "No",
  x: "X",
  vk: "VK",
  tiktok: "TikTok",
  youtube: "YouTube",
  "youtube-music": "YouTube Music",
  "apple-music": "Apple Music",
  "amazon-music": "Amazon Music",
  soundcloud: "SoundCloud",
  "last-fm": "Last.fm",
  linkedin: "LinkedIn",
  musicbrainz: "MusicBrainz",
  whatsapp: "WhatsApp",
  reverbnation: "ReverbNation",
  "ko-fi": "Ko-fi",
  MusicGroup: "A band",
  Person: "One person",
  dusk: "Dusk: light letters on dark",
  dawn: "Dawn: dark letters on paper",
  auto: "As the pictures: dawn if they are bright",
  clarendon: "Clarendon: sturdy, as on old posters",
  grotesque: "Grotesque: black and loud",
  roman: "Roman: fine and quiet",
  album: "Album",
  single: "Single",
  left: "Left",
  right: "Right",
  none: "None",
  untilSent: "Until it is sent",
  pickup: "Pickup",
  delivery: "Delivery",
  confirmed: "As planned",
  postponed: "Postponed, no new date yet",
  rescheduled: "Another date",
  moved: "Another venue",
  cancelled: "Cancelled",
};
