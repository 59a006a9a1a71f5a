import { randomBytes } from "node:crypto";
import { createDraftFolder, type DraftFolder } from "../content/drafts/draft-folder.ts";
import type { FileChange } from "../content/drafts/texts.ts";
import type { Prepared } from "../http/prepared.ts";
import { previewHeaders } from "../http/security-headers.ts";
import { hasPassed } from "../lib/has-passed.ts";
import type { Identity } from "./identity.ts";
import type { Pages } from "./pages.ts";

/** Where previews are. The next part of the path is the key of a ticket. */
export const PREVIEW_PATH = "/admin/preview";

/** How long a ticket is valid, in milliseconds. */
const TICKET_MS = 60 * 60_000;
/** Maximum number of tickets at a time. A new one ends the oldest. */
const MOST_TICKETS = 50;

/** The pages of the drafts, and their look. */
export type DraftPages = { pages: Pages; identity: Identity };

type PreviewsOptions = {
  contentDir: string;
  /** Folder for the texts of the drafts. */
  folder: string;
  readDrafts: () => Promise<readonly FileChange[]>;
  /** Makes the pages of a content folder. */
  openPages: (contentDir: string) => Promise<DraftPages>;
  clock: () => Date;
};

/** Previews: the real pages with the drafts in them, for the owner only. */
export interface Previews {
  /**
   * @param isSignedIn whether the owner who opened it is still signed in
   * @returns the address of a page with the drafts in it, for an hour at most
   */
  open(path: string, isSignedIn: () => Promise<boolean>): Promise<string>;
  /** Responds to a request below {@link PREVIEW_PATH}; undefined if its ticket is not valid. */
  respond(path: string): Promise<Response | undefined>;
  /** Finds a stylesheet or a logo of the drafts. */
  find(path: string): Prepared | undefined;
}

/** Creates the previews. Nothing is made until the first one is opened. */
export function createPreviews({ contentDir, folder, readDrafts, openPages, clock }: PreviewsOptions): Previews {
  const tickets = new Map<string, { since: number; isSignedIn: () => Promise<boolean> }>();
  let opening: Promise<DraftPages & { drafts: DraftFolder }> | undefined;
  let opened: DraftPages | undefined;

  async function openDrafts(): Promise<DraftPages & { drafts: DraftFolder }> {
    const drafts = createDraftFolder(contentDir, folder);
    // The first pages have to be made from files that can be used.
    drafts.update([]);
    opened = await openPages(drafts.dir);
    return { ...opened, drafts };
  }

  /** The pages with the drafts as they are now. A draft that cannot be used leaves its file as it was before. */
  async function readPages(): Promise<Pages> {
    opening ??= openDrafts().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    const { pages, identity, drafts } = await opening;
    drafts.update(await readDrafts());
    pages.checkContent(true);
    await identity.refresh();
    return pages;
  }

  return {
    async open(path, isSignedIn) {
      await readPages();
      const key = randomBytes(18).toString("base64url");
      tickets.set(key, { since: clock().getTime(), isSignedIn });
      const [oldest] = tickets.keys();
      if (tickets.size > MOST_TICKETS && oldest !== undefined) tickets.delete(oldest);
      return `${PREVIEW_PATH}/${key}${path}`;
    },
    async respond(path) {
      const [, key = "", page = ""] = /^\/admin\/preview\/([\w-]{24})(\/.*)?$/.exec(path) ?? [];
      const ticket = tickets.get(key);
      if (!ticket || hasPassed(ticket.since, clock().getTime(), TICKET_MS)) return undefined;
      if (!(await ticket.isSignedIn())) return undefined;
      const pages = await readPages();
      const { status, headers, bodies } = pages.find(page === "" ? "/" : page) ?? pages.notFound();
      const policy = headers["Content-Security-Policy"] ?? "default-src 'none'";
      return new Response(withOwnLinks(bodies.identity.body.toString(), `${PREVIEW_PATH}/${key}`), {
        status,
        headers: { "Content-Type": "text/html; charset=utf-8", ...previewHeaders(policy) },
      });
    },
    find: (path) => opened?.identity.find(path),
  };
}

/** Makes the links between pages lead to previews, and removes the scripts, which would not run. */
function withOwnLinks(html: string, preview: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/(<a\b[^>]*\bhref=")\/(?!\/)(?=[^"]*")/g, `$1${preview}/`);
}
