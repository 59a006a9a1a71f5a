/** Sentences of the archive of newsletters and of its feed, as docs/product.md has them. */

export const newsletters = "Newsletters";
export const newslettersOf = (artist: string) => `${artist}: newsletters`;
export const about = (artist: string) => `What ${artist} wrote to the mailing list.`;
export const back = "Back to the site";
export const older = "Older newsletters";
export const latest = "Latest newsletters";
export const all = "All newsletters";
export const joinTitle = "Get the next one";
export const joinSentence = "Join the mailing list, and the next newsletter comes to your mailbox.";
export const join = "Join the list";
export const orFeed = "Or read them in a feed reader:";
export const feed = "Atom feed";
