/**
 * A newsletter that the public may read: its sending has begun, and the owner put it into the archive.
 *
 * @property startedAt when its sending began, ISO 8601 in UTC
 * @property webHtml see `ComposedNewsletter`
 */
export type PublishedNewsletter = {
  id: number;
  subject: string;
  preheader: string;
  startedAt: string;
  webHtml: string;
};

/** A newsletter as the list of the archive shows it. */
export type ListedNewsletter = Omit<PublishedNewsletter, "webHtml">;

/** The archive's newsletters. */
export interface PublishedNewsletters {
  /** Ids of all, the latest first. */
  ids(): number[];
  /**
   * The latest first.
   *
   * @param options.before only those that were sent before the newsletter with this id; none if it does not exist
   */
  list(options: { limit: number; before?: number }): ListedNewsletter[];
  find(id: number): PublishedNewsletter | undefined;
}
