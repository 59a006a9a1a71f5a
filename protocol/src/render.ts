/** The contract between the gateway and the site's server bundle, which the gateway loads by path. */
import type { Head, PageData, ScreenContent, Site } from "./content.ts";

/** A document, with the inline parts that its content security policy has to allow by checksum. */
export type RenderedPage = { html: string; inlineScripts: string[]; inlineStyles: string[] };

export type SiteRenderer = {
  createHead(site: Site, content: ScreenContent): Head;
  /** Renders a document. The same data always gives the same text. */
  renderPage(page: PageData): RenderedPage;
};

/** The used part of Vite's manifest: built files by source. Source: vite.dev, "Backend Integration". */
export type AssetManifest = Record<string, { file: string; src?: string; css?: string[]; imports?: string[] }>;

/** The built files for browsers. */
export type BuiltSite = { manifest: AssetManifest; readStyle: (file: string) => string };

/** The export of the site's server bundle. Without a built site, the document loads its source files from Vite. */
export type CreateSiteRenderer = (built?: BuiltSite) => SiteRenderer;
