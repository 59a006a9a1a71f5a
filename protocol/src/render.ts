/** How the gateway has a page drawn: the contract between it and the site's server bundle, loaded by path. */
import type { Head, PageData, ScreenContent, Site } from "./content.ts";

/** A finished document and what its content security policy has to allow by checksum. */
export type RenderedPage = { html: string; inlineScripts: string[]; inlineStyles: string[] };

/** What the server bundle of the site offers. */
export type SiteRenderer = {
  /** Builds title, description, link preview and structured data of a screen. */
  headOf(site: Site, content: ScreenContent): Head;
  /** Draws the whole document of a page. The same data always gives the same text. */
  renderPage(page: PageData): RenderedPage;
};

/** The part of Vite's manifest that a document needs: built file names by source. Source: vite.dev, "Backend Integration". */
export type AssetManifest = Record<string, { file: string; src?: string; css?: string[]; imports?: string[] }>;

/** The files that the build made for browsers: their names, and the text of a stylesheet by its name. */
export type BuiltSite = { manifest: AssetManifest; readStyle: (file: string) => string };

/** What the site's server bundle exports. Without a built site the document loads the sources through Vite. */
export type CreateSiteRenderer = (built?: BuiltSite) => SiteRenderer;
