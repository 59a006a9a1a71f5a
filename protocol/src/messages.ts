/** Sentences that people read, by reason, exactly as docs/product.md §8 words them. */
export const MESSAGES = {
  alreadySubscribed: "Email already subscribed",
  invalidEmail: "Please enter a valid email address",
  subscribeRefused: "Failed to subscribe. Please try again.",
  subscribed: "Successfully subscribed!",
  thankYouTitle: "Thank you!",
  thankYou: "If the address needs confirming, there is an email waiting for you.",
  notFoundTitle: "Page not found",
  notFound: "The page you were looking for has moved, or was never here.",
  unexpected: "Something went wrong. Please try again.",
} as const;
