import type { Head, PageData } from "@porchlight/protocol/content.ts";
import { ICON_LINKS } from "@porchlight/protocol/icon-links.ts";
import type { AssetManifest, BuiltSite, DisplayFace, Look, RenderedPage } from "@porchlight/protocol/render.ts";
import { HERO_SIZES } from "../features/hero/hero.tsx";
import { preloadOfCover, SLEEVE_SIZES } from "../features/music/album-cover.tsx";
import { createShelf, findActiveAlbum } from "../features/music/songs.ts";
import { PLATE_SIZES } from "../features/shop/plates.ts";
import { DIALOG_SIZES } from "../features/shop/product-dialog.tsx";
import { preloadOfProduct } from "../features/shop/product-picture.tsx";
import { type PicturePreload, preloadOf } from "../ui/picture.tsx";
import { createMetas, metaAttribute } from "./apply-head.ts";
import { PORTRAIT_SIZES } from "./pages/about.tsx";

/**
 * Runs before the first paint. Adds the class `js`, and hides the finished HTML when the hash has another screen than the
 * path, so that it does not flash. If the site's script fails, or has not set `data-up` within ten seconds, the HTML
 * shows as it does without script.
 */
const EARLY_SCRIPT = `(function(d,l){function p(a){return a.split("?")[0].replace(/\\/$/,"")}var c=d.classList,h=l.hash;function f(){if(d.dataset.up==null)c.remove("js","elsewhere")}c.add("js");if(h.slice(0,2)=="#/"&&p(h.slice(1))!=p(l.pathname))c.add("elsewhere");addEventListener("error",function(e){if(e.target==window||e.target.tagName=="SCRIPT")f()},true);setTimeout(f,1e4)})(document.documentElement,location)`;

/** The Latin file of each typeface for names, and of the typeface of text: the fonts of the first paint. */
const DISPLAY_FONTS: Record<DisplayFace, string> = {
  clarendon: "/besley-latin-600-normal.woff2",
  grotesque: "/archivo-black-latin-400-normal.woff2",
  roman: "/instrument-serif-latin-400-normal.woff2",
};
const TEXT_FONT = "/libre-franklin-latin-400-700.woff2";

/** Wraps a rendered page in its document: head, data for hydration, and the first built files. */
export function createDocument(page: PageData, look: Look, body: string, built?: BuiltSite): RenderedPage {
  const { site, head } = page;
  const files = built && findFiles(page, look, body, built);
  const late = files && createLateScript(files);
  const style = built && files ? [files.display, ...files.styles, ...files.extra].map(built.readStyle).join("") : "";
  const html = `<!doctype html>
<html lang="${escapeHtml(site.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${EARLY_SCRIPT}</script>
${headTags(head, site.name)}
<meta name="theme-color" content="${escapeHtml(site.themeColour)}">
${site.hasIcon ? ICON_LINKS : ""}
${preloadFirstPicture(page)}${files ? stylesAndFonts(files, style) : loadSources(look)}${look.style && `\n<style>${look.style}</style>`}
${head.structuredData.map((data) => `<script type="application/ld+json">${toScriptJson(data)}</script>`).join("\n")}
</head>
<body>
<div id="root">${body}</div>
<script id="page-data" type="application/json">${toScriptJson(page)}</script>
${late ? `<script>${late}</script>` : ""}
</body>
</html>
`;
  return {
    html,
    inlineScripts: late ? [EARLY_SCRIPT, late] : [EARLY_SCRIPT],
    inlineStyles: [style, look.style].filter(Boolean),
  };
}

function headTags(head: Head, siteName: string): string {
  const metas = [...createMetas(head), ["og:site_name", siteName] as const];
  const { canonical } = head;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    ...metas.flatMap(([key, content]) =>
      content === undefined ? [] : `<meta ${metaAttribute(key)}="${key}" content="${escapeHtml(String(content))}">`,
    ),
    ...(canonical ? [`<link rel="canonical" href="${escapeHtml(canonical)}">`] : []),
  ].join("\n");
}

/** Preloads the picture of the first view, so that it does not wait for the stylesheet. */
function preloadFirstPicture({ content }: PageData): string {
  const [preloads, sizes] = findFirstPicture(content);
  return preloads
    .map(({ imageSrcSet, type, media }) => {
      const imagesizes = imageSrcSet.includes(" ") && sizes;
      const attributes = { type, media, imagesrcset: imageSrcSet, imagesizes, fetchpriority: "high" };
      const written = Object.entries(attributes).map(([name, value]) => value && ` ${name}="${escapeHtml(value)}"`);
      return `<link rel="preload" as="image"${written.filter(Boolean).join("")}>\n`;
    })
    .join("");
}

/** @returns the preloads of the first view's picture, and its `sizes` */
function findFirstPicture(content: PageData["content"]): [PicturePreload[], string] {
  if (content.screen === "home") return [content.hero.slice(0, 1).flatMap(preloadOf), HERO_SIZES];
  if (content.screen === "about") return [content.portrait ? preloadOf(content.portrait) : [], PORTRAIT_SIZES];
  if (content.screen === "shop") {
    const { handle, products: [first] = [] } = content;
    return [first ? preloadOfProduct(first) : [], handle === undefined ? PLATE_SIZES.lead : DIALOG_SIZES];
  }
  if (content.screen === "music") {
    const { albums = [], album, recordings } = content;
    const shown = findActiveAlbum(createShelf(albums, recordings, ""), album, undefined);
    return [shown ? preloadOfCover(shown.album.images) : [], SLEEVE_SIZES];
  }
  return [[], ""];
}

/** Stylesheets that only some looks need. */
const PICTURELESS_STYLE = "src/features/hero/without-pictures.css";
const DAWN_STYLE = "src/ui/styles/dawn.css";

function listExtraStyles({ isPictureless, isDawn }: Look): string[] {
  return [...(isPictureless ? [PICTURELESS_STYLE] : []), ...(isDawn ? [DAWN_STYLE] : [])];
}

/** Styles of what shows later: on every page, and in the shop and the music. */
const LATE_STYLES = ["src/app/late.css", "src/app/late-shelves.css"];

/**
 * Built files of a page: `styles` are for the first paint, `late` are stylesheets for afterwards, `display` is the
 * stylesheet of the typeface for names, and `extra` are those that only this look needs.
 */
type PageFiles = {
  entry: string;
  scripts: string[];
  styles: string[];
  late: string[];
  display: string;
  extra: string[];
  fonts: string[];
};

function findFiles(page: PageData, look: Look, body: string, { manifest, readStyle }: BuiltSite): PageFiles {
  const entry = manifest["src/main.tsx"];
  // The three legal screens share a component.
  const name = "sections" in page.content ? "legal" : page.content.screen;
  const chunk = manifest[`src/app/pages/${name}.tsx`];
  const face = manifest[`src/ui/styles/display/${look.display}.css`];
  if (!entry || !chunk || !face) throw new Error(`The build has no files for the screen ${page.content.screen}`);
  const reached = findImported([entry, chunk], manifest);
  const styles = [...new Set(reached.flatMap((file) => file.css ?? []))];
  const isShelf = page.content.screen === "shop" || page.content.screen === "music";
  const late = (isShelf ? LATE_STYLES : LATE_STYLES.slice(0, 1)).flatMap((source) => manifest[source]?.file ?? []);
  const isInline = (file: string) => !isShelf || hasElementsOf(readStyle(file), body);
  return {
    entry: entry.file,
    scripts: [...new Set(reached.filter((file) => file !== entry).map((file) => file.file))],
    styles: [...styles, ...late.filter(isInline)],
    late: late.filter((file) => !isInline(file)),
    display: face.file,
    extra: listExtraStyles(look).flatMap((source) => manifest[source]?.file ?? []),
    fonts: Object.entries(manifest)
      .filter(([source]) => source.endsWith(DISPLAY_FONTS[look.display]) || source.endsWith(TEXT_FONT))
      .map(([, built]) => built.file),
  };
}

/**
 * Whether the HTML may have an element of one of the stylesheet's selectors: all of its classes, and its attributes with
 * a value.
 */
function hasElementsOf(style: string, html: string): boolean {
  const present = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")));
  present.add("js");
  const selectors = [...style.matchAll(/([^{}]+)\{/g)].flatMap(([, list = ""]) =>
    list.replaceAll(/:(?:is|not)\([^)]*\)/g, "").split(","),
  );
  return selectors.some((selector) => {
    const classes = selector.match(/(?<=\.)[a-z][\w-]*/g) ?? [];
    const attributes = [...selector.matchAll(/\[([a-z-]+)="?([\w-]+)"?\]/g)];
    return (
      classes.length > 0 &&
      classes.every((name) => present.has(name)) &&
      attributes.every(([, name, value]) => html.includes(` ${name}="${value}"`))
    );
  });
}

/**
 * Inlines the stylesheet, so that the first paint waits only for the page itself. The disabled links never load; they
 * tell the chunk loader which stylesheets the page has.
 */
function stylesAndFonts({ styles, fonts }: PageFiles, style: string): string {
  return [
    ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`),
    `<style>${style}</style>`,
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
  ].join("\n");
}

/**
 * Loads the scripts after the first paint, so that on a slow network they do not compete with text and pictures. A page
 * that is not painted, in a background tab or hidden for another screen, does not wait; without paint events it waits
 * three seconds. It starts one request at a time, because starting one takes a phone some milliseconds.
 */
function createLateScript({ entry, scripts, late }: PageFiles): string {
  const files = JSON.stringify(scripts.map((file) => `/${file}`));
  const styles = late.map((file) => `add("link",{rel:"preload",as:"style",href:"/${file}",crossOrigin:""});`).join("");
  return `(function(d,n){function add(t,p){p.fetchPriority="low";d.head.append(Object.assign(d.createElement(t),p))}function go(){if(n++)return;var f=${files};add("script",{type:"module",src:"/${entry}"});${styles}(function next(){f[0]&&(add("link",{rel:"modulepreload",href:f.shift()}),setTimeout(next))})()}var P=window.PerformanceObserver;if(d.hidden||d.documentElement.classList.contains("elsewhere"))return go();if(P&&/paint/.test(P.supportedEntryTypes))new P(go).observe({type:"paint",buffered:true});setTimeout(go,3000)})(document,0)`;
}

type BuiltFile = AssetManifest[string];

/** @returns these files and all their static imports, each once */
function findImported(start: BuiltFile[], manifest: AssetManifest): BuiltFile[] {
  const reached = new Set<BuiltFile>();
  const visit = (file: BuiltFile) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const name of file.imports ?? []) {
      const imported = manifest[name];
      if (imported) visit(imported);
    }
  };
  start.forEach(visit);
  return [...reached];
}

/** Under `npm run dev` Vite serves the sources; the first script prepares React's hot reload. */
function loadSources(look: Look): string {
  const styles = [`src/ui/styles/display/${look.display}.css`, ...listExtraStyles(look)];
  return `${styles.map((source) => `<link rel="stylesheet" href="/${source}">`).join("\n")}
<script type="module" src="/dev-preamble.js"></script>
<script type="module" src="/@vite/client"></script>
<script type="module" src="/src/main.tsx"></script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/**
 * Writes JSON that cannot end its script element, nor start a comment or another script in it. Other tags stay as they
 * are in the page's HTML, so that the repeated text compresses well.
 * Source: html.spec.whatwg.org, restrictions for contents of script elements.
 */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/<(?=!|\/?script)/gi, "\\u003c");
}
