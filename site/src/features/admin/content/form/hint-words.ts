import type { EditableFile } from "@porchlight/protocol/content-editing.ts";

const PICTURE = (at: string) => ({ [`${at}.name`]: "", [`${at}.alt`]: "" });

/** Hints that a product and each of its variants share. */
const FOR_SALE = (at: string) => ({
  [`${at}.price`]: "In the currency of your shop, such as 38.00.",
  [`${at}.stock`]:
    "How many there are to sell. Empty: it never sells out. Orders are subtracted by themselves; the number here stays.",
  [`${at}.keepSelling`]: "Yes: fans can order it when none are left, as with a pre-order or goods made to order.",
  [`${at}.perOrder`]:
    "The most of it that one order can have, for each size or colour. Empty: 10 if stock is counted, otherwise any number.",
  [`${at}.shipped`]: "No for goods that are not sent by post, such as downloads.",
  [`${at}.withdrawal`]:
    "For goods with another right of withdrawal in the European Union. None: buyers have no such right, as for goods made to their wishes. Until it is sent, for downloads: the right ends when the download is sent, if the buyer agreed to that at the checkout.",
  [`${at}.taxed`]: "No for goods without tax.",
});

/**
 * The forms' own hints, where the schema's hint is about the file, for people who edit that. An empty hint is not
 * shown, because the field is clear without one.
 */
export const HINT_WORDS: Readonly<Partial<Record<EditableFile, Readonly<Record<string, string>>>>> = {
  "about.md": { title: "" },
  "artist.json": {
    subtitle: "Below the name on the front page.",
    tagline: "For the foot of every page.",
    description: "For search engines and link previews; the front page begins with them.",
    kind: "A band, or somebody alone. Search engines tell the two apart.",
    language:
      "Decides how dates, times, numbers and money are written; the words stay as you write them. Carts assume that buyers are in its country, such as Norway for English (Norway).",
    accent:
      "Buttons, rules, links and large marks have it, and the ground has a trace of it. Where letters need more contrast it is made lighter or darker.",
    ground: "The background of the pages.",
    display: "For names and headings.",
    logo: "Shown instead of the written name, on the ground of the pages; it needs no background of its own.",
    themeColour: "In a phone's browser. Empty: your colour on dark pages, the paper on light ones.",
    icon: "In the browser's tabs and on home screens: a square picture, at least 512 pixels wide, or an SVG.",
    "social.platform": "Its icon is shown. Not set: a globe.",
    "social.label": "What screen readers call the link. Empty: your name and the platform or the address.",
    watchUrl: "Where the Watch link leads. Empty: there is no such link.",
    contactUrl: "Your email address, or the address of a page.",
    "contacts.privacy": "For questions about privacy. The privacy policy names it.",
    "contacts.legal": "For questions about the terms. The terms of service name it.",
    "contacts.accessibility.email": "The page Accessibility names it.",
    "contacts.accessibility.phone": "Named on the page Accessibility if you give one.",
    governingLaw:
      "The terms of service name it. If your country asks for an imprint, give it a heading of its own in the text of Privacy or Terms.",
    images: "",
    "images.portrait": "On the page About.",
    "images.background": "On every page but the front page.",
    "images.share": "On other sites. 1200 by 630 pixels suit them.",
    ...PICTURE("images.hero"),
    ...PICTURE("images.portrait"),
    ...PICTURE("images.background"),
    ...PICTURE("images.share"),
  },
  "press.md": {
    title: "",
    ...PICTURE("photos"),
    "files.file": "",
  },
  "music/albums.yaml": {
    "albums.type": "An EP is a single too.",
    "albums.released": "",
    "albums.cover": "",
    "albums.tracks.file": "The recording that fans may play on your own site. Without it the song does not play.",
  },
  "shows.yaml": {
    "shows.timeZone": "The venue's. Not set, unless a message asks for it: it is known from the town.",
    "shows.country": "",
    "shows.town": "",
    "shows.region": "",
    "shows.tickets": "",
    "shows.tickets.url": "",
    "shows.tickets.free": "Nobody has to pay.",
    "shows.soldOut": "There are no more tickets. The link to them disappears.",
    "shows.status": "Fans see everything but “As planned” on the page, and calendars that follow your shows change.",
    "shows.picture.name": "",
    "shows.picture.alt": "",
  },
  "store/products.yaml": {
    "products.release": "The name of the release that it is or belongs to. Music then links to it beside that release.",
    "products.vendor": "Who made it. Empty: you.",
    "products.type": "",
    "products.hidden": "It stays here, and nobody can order it.",
    "products.images": "The first is the main one.",
    "products.images.file": "",
    "products.images.alt": "",
    "products.options.values": "What there is to choose from, such as S, M and L.",
    "products.variants.options": "One for each choice of the product, in their order.",
    ...FOR_SALE("products.variants"),
    ...FOR_SALE("products"),
    "collections.image": "",
    "collections.image.file": "",
    "collections.image.alt": "",
    "collections.products": "Tick what belongs to it.",
  },
  "store/store.yaml": {
    currency: "For every price. Do not change it after the first order.",
    country: "",
    timeZone: "For days, in discount codes and in the file of orders. Not set: UTC.",
    moneyFormat: "If you want another format than the usual one. {{amount}} stands for the number.",
    taxesIncluded: "The prices of your products include the tax. Otherwise it is added at the end.",
    taxesOnShipping: "Like the goods.",
    "taxes.country": "Where an order goes to.",
    "taxes.provinces": "Their short names, such as CA for California. Empty: the whole country.",
    "shipping.countries": "All others: every country that no other zone names.",
    "shipping.rates.upToDays":
      "The longest a parcel takes. Buyers in the European Union can withdraw until 14 days after that. Empty: 60 days are assumed.",
    "pickup.atShows": "Buyers choose among your next shows by name. While none is ahead, the place itself is offered.",
    unpaidOrdersExpireAfter:
      "How long an order waits that is neither paid nor sent: 1 to 90 days, such as “7 days”, or “never”. Empty: 7 days. Then it ends, and its goods are for sale again.",
    unpaidPercent:
      "The most of a product's stock that the unpaid and free orders of one buyer may hold, but at least two pieces. Empty: 50. 100 means no limit.",
    contactEmail:
      "Where buyers write with questions: the page of an order names it, and replies to emails about orders go there. Empty: replies go to the address that your emails come from.",
    "discounts.title": "As a buyer reads it. Empty: the code.",
    "discounts.percent": "Off the price. Fill in only one: this, an amount, or free shipping.",
    "discounts.amount": "Off the price. Fill in only one: this, a percentage, or free shipping.",
    "discounts.freeShipping": "Instead of a percentage or an amount.",
    "discounts.products": "The end of each product's address, such as lake-effect-tee. Empty: all products.",
    "discounts.oncePerCustomer": "Once for each email address.",
    "giftCards.currency": "Not set: that of your shop.",
    "giftCards.enabled": "Without the tick, nobody can use it.",
  },
};
