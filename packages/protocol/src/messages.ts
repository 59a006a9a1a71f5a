/** Sentences that people read, by reason, exactly as docs/product.md §8 words them. */
export const MESSAGES = {
  alreadySubscribed: "Email already subscribed",
  invalidEmail: "Please enter a valid email address",
  subscribeRefused: "Failed to subscribe. Please try again.",
  unexpected: "Something went wrong. Please try again.",
} as const;
