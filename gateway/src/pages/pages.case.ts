import type { PageData } from "@porchlight/protocol/content.ts";
import type { SiteRenderer } from "@porchlight/protocol/render.ts";
import { plainRenderer, type somePages } from "../testing/gateway-in-memory.ts";

/** The text of the page at a path, empty where there is none. */
export const textOf = (pages: ReturnType<typeof somePages>["pages"], path: string) =>
  pages.find(path)?.bodies.identity.body.toString() ?? "";

/** Draws pages and keeps what each was drawn from. */
export function aRecorder(): { drawn: PageData[]; renderer: SiteRenderer } {
  const drawn: PageData[] = [];
  const renderPage: SiteRenderer["renderPage"] = (page) => {
    drawn.push(page);
    return plainRenderer.renderPage(page);
  };
  return { drawn, renderer: { ...plainRenderer, renderPage } };
}
