import { ADMIN_PATH } from "@porchlight/protocol/admin.ts";
import {
  type Clash,
  type ContentFiles,
  type ContentVersion,
  EDITABLE_FILES,
  type EditableFile,
  type EditRequest,
  type EditResponse,
  type FieldProblem,
  type FileValue,
  type PublicationRequest,
} from "@porchlight/protocol/content-editing.ts";
import { editValue } from "@porchlight/protocol/content-values.ts";
import type { DemoState } from "@porchlight/protocol/demo.ts";
import { screen } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { NOW, type OpenDashboard, openDashboard } from "../dashboard/dashboard.case.tsx";
import type { FakeGateway, GatewayRequest } from "../dashboard/fake-gateway.case.ts";
import type { JsonSchema } from "./form/schema.ts";

// The address names the open area. Without this, the next test would open it too.
afterEach(() => history.replaceState(null, "", "/"));

/** The program's schemas, by their paths. */
const FOLDER = "../../../../../content/schemas";
const FILES = import.meta.glob<JsonSchema>("../../../../../content/schemas/*.json", { eager: true, import: "default" });

/** The files that have a schema of their own in `content/schemas`. */
const SCHEMAS: Readonly<Partial<Record<EditableFile, string>>> = {
  "artist.json": "artist",
  "shows.yaml": "shows",
  "press.md": "press",
  "music/albums.yaml": "albums",
  "store/products.yaml": "products",
  "store/store.yaml": "store",
};

/** The schema of a file, of its front matter if it is a text. */
export function schemaOf(file: EditableFile): JsonSchema {
  const schema = FILES[`${FOLDER}/${SCHEMAS[file] ?? "about"}.schema.json`];
  if (!schema) throw new Error(`${file} has no schema`);
  return schema;
}

/** The gateway's content. `drafts` are what the owner has edited. */
export type FakeContent = {
  place: ContentFiles["place"];
  notWritable?: string;
  published: Partial<Record<EditableFile, FileValue>>;
  drafts: Partial<Record<EditableFile, FileValue>>;
  revision: number;
  problems: Partial<Record<EditableFile, FieldProblem[]>>;
  /** The next edit is refused with these. */
  clashes: Clash[];
  versions: ContentVersion[];
  publishAt?: string;
};

/** Content with a story and two products. */
export function aContent(overrides: Partial<FakeContent> = {}): FakeContent {
  return {
    place: "own",
    published: {
      "artist.json": { name: "Harbour Line", accent: "#d83b65", social: [] },
      "about.md": { front: { title: "About" }, body: "We met at the **harbour**." },
      "store/products.yaml": {
        products: [
          { handle: "tee", title: "Lake Effect tee", price: "38.00" },
          { handle: "cap", title: "Osier cap", price: "24.00" },
          { handle: "mug", title: "Pier mug", price: "16.00" },
        ],
      },
      "store/store.yaml": { currency: "CAD", country: "CA", timeZone: "America/Toronto" },
    },
    drafts: {},
    revision: 1,
    problems: {},
    clashes: [],
    versions: [],
    ...overrides,
  };
}

/** Answers requests to `/admin/api/content` with this content. */
function answerContent(fake: FakeContent): NonNullable<FakeGateway["instead"]> {
  const draftOf = (file: EditableFile) => fake.drafts[file] ?? fake.published[file] ?? {};
  const stateOf = (file: EditableFile): EditResponse => ({
    revision: String(fake.revision),
    value: draftOf(file),
    isDraft: fake.drafts[file] !== undefined,
    problems: fake.problems[file] ?? [],
  });
  const publishAll = (reason: ContentVersion["reason"]): Response => {
    const files = EDITABLE_FILES.filter((file) => fake.drafts[file] !== undefined);
    const wrong = files.filter((file) => fake.problems[file]?.length);
    if (wrong.length > 0) {
      const found = wrong.map((file) => ({ file, problems: fake.problems[file] }));
      return Response.json({ code: "invalid_content", message: "Correct it first.", files: found }, { status: 422 });
    }
    const version: ContentVersion = {
      id: fake.versions.length + 1,
      at: NOW.toISOString(),
      reason,
      by: "owner@example.com",
      files: files.map((file) => ({ file, change: "changed" })),
    };
    fake.published = { ...fake.published, ...fake.drafts };
    fake.drafts = {};
    fake.versions.unshift(version);
    return Response.json(version, { status: 201 });
  };

  return ({ method, path, body }: GatewayRequest) => {
    if (path === ADMIN_PATH) {
      const { name } = fake.published["artist.json"] as { name: string };
      return new Response(`<script id="page-data">${JSON.stringify({ site: { name } })}</script>`);
    }
    const [, address] = /^\/admin\/api\/content\/(.*)$/.exec(path) ?? [];
    if (address === undefined) return undefined;
    if (address === "files") {
      const list: ContentFiles = {
        place: fake.place,
        ...(fake.notWritable !== undefined && { notWritable: fake.notWritable }),
        ...(fake.publishAt !== undefined && { publishAt: fake.publishAt }),
        files: EDITABLE_FILES.map((file) => ({
          file,
          exists: fake.published[file] !== undefined,
          ...(fake.drafts[file] !== undefined && { draftSince: NOW.toISOString() }),
          problems: fake.problems[file] ?? [],
        })),
      };
      return Response.json(list);
    }
    if (address === "own") {
      fake.place = "own";
      return new Response(null, { status: 202 });
    }
    if (address === "versions") return Response.json({ versions: fake.versions, next: null });
    if (address === "preview") return Response.json({ url: "about:blank" }, { status: 201 });
    if (address === "schedule") {
      delete fake.publishAt;
      return new Response(null, { status: 204 });
    }
    if (address === "publications") {
      const { at } = body as PublicationRequest;
      if (at === undefined) return publishAll("published");
      fake.publishAt = at;
      return new Response(null, { status: 202 });
    }
    if (address.startsWith("versions/")) return publishAll("restored");
    const file = EDITABLE_FILES.find((one) => address === `files/${one}` || address === `files/${one}/draft`);
    if (file === undefined) return undefined;
    if (method === "DELETE") {
      delete fake.drafts[file];
      return new Response(null, { status: 204 });
    }
    if (method === "GET") {
      const schema = schemaOf(file);
      const isText = file.endsWith(".md");
      const whole = isText ? { type: "object", properties: { front: schema, body: { type: "string" } } } : schema;
      return Response.json({ ...stateOf(file), file, schema: whole });
    }
    if (fake.clashes.length > 0) {
      const clash = { ...stateOf(file), code: "clash", message: "Somebody changed it.", clashes: fake.clashes };
      fake.clashes = [];
      return Response.json(clash, { status: 412 });
    }
    fake.drafts[file] = (body as EditRequest).edits.reduce<FileValue>(editValue, draftOf(file));
    fake.revision += 1;
    return Response.json(stateOf(file));
  };
}

/** Opens the dashboard's tab Website with this content, and an area of it. */
export async function openWebsite(fake: FakeContent, area?: RegExp, demo?: DemoState): Promise<OpenDashboard> {
  // jsdom has no stylesheets of a script's own.
  vi.stubGlobal(
    "CSSStyleSheet",
    class {
      cssRules = [];
      replaceSync() {}
    },
  );
  document.adoptedStyleSheets ??= [];
  const opened = await openDashboard([], (gateway) => {
    gateway.instead = answerContent(fake);
    if (demo) gateway.demo = demo;
  });
  await opened.user.click(screen.getByRole("tab", { name: "Website" }));
  // The tab imports its code, which takes no time of the fake clock.
  await import("./website-tab.tsx");
  await opened.pass(50);
  if (area) await opened.press(area);
  return opened;
}
