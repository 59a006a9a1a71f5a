/** The sentence beside each form that asks for an address. The gateway stores it with the consent. */
export const SIGN_UP_NOTES = {
  "website-footer": (artist: string) => `News of records and shows from ${artist}. Leave whenever you like.`,
  "website-dialog": (artist: string) =>
    `Word of new records and shows, from ${artist} to you. Leave whenever you like.`,
} as const;

/** Sentences that the gateway and the site share, as in docs/product.md §8. */
export const MESSAGES = {
  alreadySubscribed: "Email already subscribed",
  invalidEmail: "Please enter a valid email address",
  subscribeFailed: "Failed to subscribe. Please try again.",
  subscribed: "Successfully subscribed!",
  thankYouTitle: "Thank you!",
  thankYou: "If the address needs confirming, there is an email waiting for you.",
  notFoundTitle: "Page not found",
  notFound: "The page you were looking for has moved, or was never here.",
  unexpected: "Something went wrong. Please try again.",
} as const;
