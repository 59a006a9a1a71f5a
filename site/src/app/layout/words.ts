/** Sentences of the navigation, the footer and the cart's button. */

export const main = "Main";
export const menu = "Menu";
export const about = "About";
export const listen = "Listen";
export const shows = "Shows";
export const watch = "Watch";
export const merchandise = "Merchandise";
export const contact = "Contact";
export const stayConnected = "Stay Connected";
export const pastNewsletters = "Read past newsletters";
export const legal = "Legal";
export const legalPages = [
  ["privacy", "Privacy Policy"],
  ["terms", "Terms of Service"],
  ["accessibility", "Accessibility"],
] as const;

/** Names the artist's pages on other platforms. */
export const elsewhere = (artist: string) => `${artist} elsewhere`;
export const cartItems = (pieces: number) => `Cart, ${pieces} item${pieces === 1 ? "" : "s"}`;
