import type { AdminApiError } from "@porchlight/protocol/admin.ts";
import {
  type ContentEdit,
  type DraftClash,
  EDITABLE_FILES,
  type EditableFile,
  type EditClash,
  type EditRequest,
  type FileValue,
  type OwnRequest,
  type PreviewRequest,
  type PreviewTicket,
  type PublicationProblems,
  type PublicationRequest,
  type RestoreRequest,
} from "@porchlight/protocol/content-editing.ts";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { EditError } from "../../content/write/apply-edits.ts";
import type { Audit } from "../shared/audit.ts";
import { jsonOf, parse } from "../shared/parse-request.ts";
import type { AdminVariables } from "../shared/require-admin.ts";
import type { Editor, Published } from "./editor.ts";
import { NOT_OWN } from "./picture-words.ts";

/** Deepest value and longest path of an edit. No file of the owner is deeper. */
const MAX_DEPTH = 16;
/** Maximum number of values in one request: the time to compare two lists grows with the square of their length. */
const MAX_VALUES = 5_000;
/** Maximum number of edits in one request. The dashboard sends a few at a time. */
const MAX_EDITS = 200;

const Text = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed(), "It holds half of a character."),
);
const Path = v.pipe(
  v.array(v.union([Text, v.pipe(v.number(), v.integer(), v.minValue(0))])),
  v.maxLength(MAX_DEPTH),
  // These names mean something else to JavaScript.
  v.check((path) => !path.some((part) => part === "__proto__"), "There is no such name."),
);
const Value: v.GenericSchema<FileValue> = v.lazy(
  (): v.GenericSchema<FileValue> =>
    v.union([v.null(), Text, v.pipe(v.number(), v.finite()), v.boolean(), v.array(Value), v.record(Text, Value)]),
);
const Edit: v.GenericSchema<ContentEdit> = v.union([
  v.strictObject({ path: Path, set: Value }),
  v.strictObject({ path: Path, insert: Value }),
  v.strictObject({ path: Path, remove: v.literal(true) }),
  v.strictObject({ path: Path, moveTo: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
]);
const EditBody: v.GenericSchema<unknown, EditRequest> = v.pipe(
  v.unknown(),
  // This comes before the schema, which would follow a value of any depth.
  v.check((body) => isBounded(body), "It has too many values, or is nested too deeply."),
  v.strictObject({
    base: v.pipe(v.string(), v.maxLength(100)),
    edits: v.pipe(v.array(Edit), v.maxLength(MAX_EDITS)),
  }),
);
const File = v.picklist(EDITABLE_FILES, "There is no such file.");
const PublicationBody: v.GenericSchema<PublicationRequest> = v.strictObject({
  files: v.exactOptional(v.array(File)),
  at: v.exactOptional(v.pipe(v.string(), v.isoTimestamp("It has to be a time, such as 2027-01-15T09:00:00Z."))),
});
const RestoreBody: v.GenericSchema<RestoreRequest> = v.strictObject({
  files: v.exactOptional(v.array(v.pipe(Text, v.maxLength(200)))),
});
const OwnBody: v.GenericSchema<OwnRequest> = v.strictObject({ from: v.picklist(["demo", "empty"]) });

const PreviewBody: v.GenericSchema<PreviewRequest> = v.strictObject({
  path: v.pipe(Text, v.maxLength(500), v.startsWith("/", "It has to be the path of a page.")),
});

export type EditingRoutesDeps = {
  /** Gives the address at which the owner's browser sees the drafts for a while, until this sign-in ends. */
  openPreview: (path: string, authorization: string | undefined) => Promise<string>;
  editor: Editor;
  /** Whether the content is the demo's, which ships with the program and is never written. */
  isDemo: boolean;
  /** Makes the content the owner's, and starts the site again with it. @returns false if it is the owner's already */
  makeOwn: (from: OwnRequest["from"]) => boolean;
  audit: Audit | undefined;
  clock: () => Date;
};

/** Routes with which the owner edits the content, to be mounted at `/admin/api` behind `requireAdmin`. */
export function createEditingRoutes(deps: EditingRoutesDeps): Hono<AdminVariables> {
  const { editor, isDemo, makeOwn, openPreview, audit, clock } = deps;
  const routes = new Hono<AdminVariables>();

  routes.get("/content/files", async (c) => c.json(await editor.list()));
  routes.get("/content/files/:file{.+}", async (c) => {
    const file = fileOf(c.req.param("file"));
    return file ? c.json(await editor.open(file)) : refuse(c, 404, "There is no such file.");
  });

  routes.patch("/content/files/:file{.+}", async (c) => {
    const file = fileOf(c.req.param("file"));
    if (!file) return refuse(c, 404, "There is no such file.");
    const body = parse(EditBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    try {
      const result = await editor.edit(file, body.value.base, body.value.edits);
      if (result.ok) return c.json(result.now);
      const message = "Somebody else changed the same value. Choose which one stays.";
      return c.json({ code: "clash", message, ...result.now, clashes: result.clashes } satisfies EditClash, 412);
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      return refuse(c, 422, error.message);
    }
  });

  routes.delete("/content/files/:path{.+/draft}", async (c) => {
    const file = fileOf(c.req.param("path").replace(/\/draft$/, ""));
    if (!file || !(await editor.discard(file))) return refuse(c, 404, "There is no such draft.");
    return c.body(null, 204);
  });

  routes.post("/content/publications", async (c) => {
    const body = parse(PublicationBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    if (isDemo) return refuse(c, 409, NOT_OWN);
    const { files, at } = body.value;
    if (at !== undefined && Date.parse(at) > clock().getTime()) {
      await editor.schedule(c.get("admin").email, new Date(at));
      return c.body(null, 202);
    }
    return respondWith(c, await editor.publish(c.get("admin").email, files), "content-published");
  });
  routes.delete("/content/schedule", async (c) => {
    await editor.schedule(c.get("admin").email, undefined);
    return c.body(null, 204);
  });

  routes.get("/content/versions", (c) => {
    const before = c.req.query("before");
    if (before !== undefined && !/^\d{1,15}$/.test(before)) return refuse(c, 400, "before must be a number.");
    return c.json(editor.versions(before === undefined ? undefined : Number(before)));
  });
  routes.post("/content/versions/:id/:what{restore|undo}", async (c) => {
    const id = c.req.param("id");
    const body = parse(RestoreBody, jsonOf((await c.req.text()) || "{}"));
    if (!/^\d{1,15}$/.test(id)) return refuse(c, 404, "There is no such version.");
    if (!body.ok) return refuse(c, 400, body.message);
    if (isDemo) return refuse(c, 409, NOT_OWN);
    const when = c.req.param("what") === "undo" ? "before" : "after";
    const { files } = body.value;
    return respondWith(
      c,
      await editor.restore(c.get("admin").email, { id: Number(id), when, files }),
      "content-restored",
    );
  });

  routes.post("/content/preview", async (c) => {
    const body = parse(PreviewBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    const url = await openPreview(body.value.path, c.req.header("Authorization"));
    return c.json({ url } satisfies PreviewTicket, 201);
  });

  routes.post("/content/own", async (c) => {
    const body = parse(OwnBody, jsonOf(await c.req.text()));
    if (!body.ok) return refuse(c, 400, body.message);
    if (!makeOwn(body.value.from)) return refuse(c, 409, "The content is yours already.");
    await audit?.({ event: "content-made-own", client: c.get("client"), details: { from: body.value.from } });
    return c.body(null, 202);
  });

  async function respondWith(
    c: Context<AdminVariables>,
    result: Published,
    event: "content-published" | "content-restored",
  ): Promise<Response> {
    if (result.ok) {
      const { version } = result;
      if (version) {
        const files = version.files.map(({ file }) => file).join(", ");
        await audit?.({ event, client: c.get("client"), details: { version: version.id, files } });
        return c.json(version, 201);
      }
      return refuse(c, 409, "There is nothing to publish: the site shows this already.");
    }
    switch (result.reason) {
      case "invalid": {
        const message = "Something has to be corrected first. Nothing was published.";
        return c.json({ code: "invalid_content", message, files: result.files } satisfies PublicationProblems, 422);
      }
      case "clash": {
        const { file, clashes } = result;
        const message = `${file} was also changed in the folder. Choose which text stays.`;
        return c.json({ code: "clash", message, file, clashes: [...clashes] } satisfies DraftClash, 412);
      }
      case "not-writable":
        return c.json({ code: "not_writable", message: result.message } satisfies AdminApiError, 507);
      case "unknown-version":
        return refuse(c, 404, "There is no such version.");
    }
  }

  return routes;
}

function fileOf(name: string): EditableFile | undefined {
  return EDITABLE_FILES.find((file) => file === name);
}

const CODES = { 400: "bad_request", 404: "not_found", 409: "conflict", 422: "unprocessable" } as const;

function refuse(c: Context, status: keyof typeof CODES, message: string): Response {
  return c.json({ code: CODES[status], message } satisfies AdminApiError, status);
}

/** Whether a body has at most {@link MAX_VALUES} values, each at most {@link MAX_DEPTH} deep below its edit. */
function isBounded(body: unknown): boolean {
  // The body itself, its list of edits, and each edit.
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > MAX_DEPTH + 3 || values > MAX_VALUES) return false;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return true;
}
