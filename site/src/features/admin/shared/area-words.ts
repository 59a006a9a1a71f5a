import type { AreaKey } from "./areas.ts";

/** Name and description of each area. */
export const areas: Readonly<Record<AreaKey, { name: string; about: string }>> = {
  name: { name: "Name and words", about: "What you are called, what you play, and your language" },
  look: { name: "Colour and type", about: "Your colour, light or dark, and the typeface" },
  pictures: { name: "Pictures", about: "Front page, portrait, and the picture behind the pages" },
  links: { name: "Links", about: "Your pages elsewhere, videos, and how people reach you" },
  story: { name: "Your story", about: "The page About" },
  press: { name: "Press kit", about: "Biographies, photographs and files for journalists" },
  releases: { name: "Releases", about: "Albums and singles with their songs" },
  "music-page": { name: "Music page", about: "The words above your releases" },
  shows: { name: "Shows", about: "Where you play, and where you played" },
  products: { name: "Products", about: "What you sell, with prices, pictures and stock" },
  "shop-rules": { name: "Shop rules", about: "Currency, taxes, shipping, payment, discounts and gift cards" },
  "shop-page": { name: "Shop page", about: "The words above your products" },
  returns: { name: "Returns", about: "What buyers may send back" },
  contacts: { name: "Contacts and law", about: "Who answers questions about the legal pages" },
  privacy: { name: "Privacy", about: "What you do with people's data" },
  terms: { name: "Terms", about: "The rules of your site and shop" },
  accessibility: { name: "Accessibility", about: "How people who cannot use the site reach you" },
};
