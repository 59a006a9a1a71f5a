/** The address in an empty frame. It is nobody's, and is not published. */
export const FRAME_EMAIL = "you@example.com";

/** The shop's country in an empty frame, until the owner chooses one. */
export const FRAME_COUNTRY = "CA";

/** Short texts in an empty frame, which the owner replaces as a whole. */
export const FRAME_TEXTS = {
  name: "Your name",
  subtitle: "What you play",
  tagline: "One sentence about your music.",
  description: "Two sentences about you and your music, for search engines.",
  governingLaw: "the country where we live",
} as const;
