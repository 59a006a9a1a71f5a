import type { PageData } from "@porchlight/protocol/content.ts";
import type { SiteRenderer } from "@porchlight/protocol/render.ts";
import { plainRenderer, type somePages } from "../testing/gateway-in-memory.ts";

/** The text of the page at a path; empty if there is no page. */
export const textOf = (pages: ReturnType<typeof somePages>["pages"], path: string) =>
  pages.find(path)?.bodies.identity.body.toString() ?? "";

/** A renderer that records the data of each page. */
export function aRecorder(): { drawn: PageData[]; renderer: SiteRenderer } {
  const drawn: PageData[] = [];
  const renderPage: SiteRenderer["renderPage"] = (page, look) => {
    drawn.push(page);
    return plainRenderer.renderPage(page, look);
  };
  return { drawn, renderer: { ...plainRenderer, renderPage } };
}
