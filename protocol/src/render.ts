/** The contract between the gateway and the site's server bundle, which the gateway loads by path. */
import type { Head, PageData, ScreenContent, Site } from "./content.ts";

/** A document, with the inline parts that its content security policy has to allow by checksum. */
export type RenderedPage = { html: string; inlineScripts: string[]; inlineStyles: string[] };

/** The typefaces for names. Each has a stylesheet in site/src/ui/styles/display. */
export const DISPLAY_FACES = ["clarendon", "grotesque", "roman"] as const;
export type DisplayFace = (typeof DISPLAY_FACES)[number];

/** How this artist's pages differ from the site's own stylesheets. */
export type Look = {
  display: DisplayFace;
  /** A stylesheet with the artist's own colours; empty if the site's are right. */
  style: string;
  /** Whether the hero has no pictures; its stylesheet for that is not on other sites' pages. */
  isPictureless?: boolean;
  /** Whether letters are dark on paper; the stylesheet for that is not on other sites' pages. */
  isDawn?: boolean;
};

export type SiteRenderer = {
  createHead(site: Site, content: ScreenContent): Head;
  /** Renders a document. The same data always gives the same text. */
  renderPage(page: PageData, look: Look): RenderedPage;
};

/** The used part of Vite's manifest: built files by source. Source: vite.dev, "Backend Integration". */
export type AssetManifest = Record<string, { file: string; src?: string; css?: string[]; imports?: string[] }>;

/** The built files for browsers. */
export type BuiltSite = { manifest: AssetManifest; readStyle: (file: string) => string };

/** The export of the site's server bundle. Without a built site, the document loads its source files from Vite. */
export type CreateSiteRenderer = (built?: BuiltSite) => SiteRenderer;
