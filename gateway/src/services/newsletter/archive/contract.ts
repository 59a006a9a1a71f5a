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

/** The archive's newsletters. */
export interface PublishedNewsletters {
  /** The latest first. @param before only those with a smaller id */
  list(options: { limit: number; before?: number }): PublishedNewsletter[];
  find(id: number): PublishedNewsletter | undefined;
}
