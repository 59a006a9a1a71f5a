import type { FileValue } from "@porchlight/protocol/content-editing.ts";
import { UPLOAD_CHUNK_BYTES } from "@porchlight/protocol/content-editing.ts";
import { expect, test, vi } from "vitest";
import { AdminRequestError } from "../../../../api/admin.ts";
import type { OwnFiles } from "../../../../api/own-files.ts";
import { titleIn } from "../form/item-words.ts";
import { createFileUploads } from "./file-uploads.ts";
import { followWay, rememberWay } from "./follow-value.ts";

const ALBUMS: FileValue = {
  albums: [
    { name: "Long Point", tracks: [{ title: "Ice Plant" }] },
    { name: "Eleven Nights", tracks: [{ title: "Toledo" }, { title: "Closing Sun" }] },
  ],
};
const CLOSING_SUN = { file: "music/albums.yaml" as const, path: ["albums", 1, "tracks", 1, "file"] };

const aRecording = (name = "closing-sun.wav", size = 2.5 * UPLOAD_CHUNK_BYTES) =>
  new File([new Uint8Array(size)], name, { lastModified: 1 });

/** A gateway that fails the next pieces with these errors, each after the piece has arrived. */
function aGateway({ failures = [] as (Error | undefined)[] } = {}) {
  const offsets = new Map<string, number>();
  const sent: string[] = [];
  let release: (() => void) | undefined;
  const files: OwnFiles = {
    list: async () => ({ files: [], unfinished: [] }),
    async begin(_folder, { name }) {
      sent.push(`begin ${name}`);
      const offset = offsets.get(name) ?? 0;
      offsets.set(name, offset);
      return { id: name, offset };
    },
    async send({ id, offset }, piece, { signal, onProgress }) {
      if (offset !== offsets.get(id)) throw new AdminRequestError(409, { code: "wrong_offset", message: "" });
      onProgress(piece.size / 2);
      if (release) await new Promise<void>((resolve) => (release = resolve));
      signal.throwIfAborted();
      sent.push(`${offset / UPLOAD_CHUNK_BYTES}`);
      offsets.set(id, offset + piece.size);
      const failure = failures.shift();
      if (failure) throw failure;
      return offset + piece.size;
    },
    finish: async (id) => ({ file: `stored-${id}`, size: offsets.get(id) ?? 0 }),
    discard: async (id) => void sent.push(`discard ${id}`),
  };
  return {
    files,
    sent,
    hold: () => (release = () => {}),
    letGo() {
      const held = release;
      release = undefined;
      held?.();
    },
  };
}

function someUploads(gateway = aGateway()) {
  const editing = {
    open: vi.fn(async () => ({ value: ALBUMS, revision: "7" })),
    edit: vi.fn(async () => ({ ok: true })),
  };
  const waits: number[] = [];
  const session = { onRejected: vi.fn() };
  const uploads = createFileUploads({
    files: gateway.files,
    // The uploads read only this much of an opened file.
    editing: editing as unknown as Parameters<typeof createFileUploads>[0]["editing"],
    session,
    nameOf: titleIn,
    wait: async (ms) => void waits.push(ms),
  });
  const start = (file = aRecording(), target = CLOSING_SUN) =>
    uploads.start({ folder: "music", file, target, value: ALBUMS });
  const first = () => uploads.getAll()[0];
  const reaches = (step: string) => vi.waitFor(() => expect(first()?.step).toBe(step));
  return { ...gateway, uploads, editing, session, waits, start, first, reaches };
}

test("a file is sent in pieces, and its song gets its name in the draft", async () => {
  const { uploads, editing, sent, start, reaches, first } = someUploads();
  start();
  await reaches("done");
  expect(sent).toEqual(["begin closing-sun.wav", "0", "1", "2"]);
  expect(first()).toMatchObject({ stored: "stored-closing-sun.wav", isNamed: true });
  const name = { path: CLOSING_SUN.path, set: "stored-closing-sun.wav" };
  expect(editing.edit).toHaveBeenCalledWith("music/albums.yaml", "7", [name]);
  uploads.cancel(first()?.key ?? 0);
  expect([uploads.getAll(), sent.length]).toEqual([[], 4]);
});

test("an open form gets the name, wherever its song was moved to meanwhile", async () => {
  const { uploads, editing, start, reaches, hold, letGo } = someUploads();
  const edit = vi.fn();
  const { albums } = ALBUMS as { albums: FileValue[] };
  hold();
  start();
  const detach = uploads.attach("music/albums.yaml", {
    getValue: () => ({ albums: [albums[1] ?? null, albums[0] ?? null] }),
    edit,
  });
  letGo();
  await reaches("done");
  expect(edit).toHaveBeenCalledWith({ path: ["albums", 0, "tracks", 1, "file"], set: "stored-closing-sun.wav" });
  expect(editing.edit).not.toHaveBeenCalled();
  detach();
});

test("after a lost connection an upload continues at the gateway's offset, after longer and longer pauses", async () => {
  const lost = new Error("The gateway could not be reached");
  const busy = new AdminRequestError(429, { code: "over_request_rate_limit", message: "" });
  const { sent, waits, start, reaches } = someUploads(aGateway({ failures: [lost, busy] }));
  start();
  await reaches("done");
  expect(sent).toEqual(["begin closing-sun.wav", "0", "begin closing-sun.wav", "1", "begin closing-sun.wav", "2"]);
  expect(waits).toEqual([500, 1_000]);
});

test("a full disk ends an upload with the gateway's message, and the owner can try again", async () => {
  const full = new AdminRequestError(507, { code: "disk_full", message: "The disk has no room." });
  const { uploads, waits, start, reaches, first } = someUploads(aGateway({ failures: [undefined, full] }));
  start();
  await reaches("failed");
  expect(first()).toMatchObject({ message: "The disk has no room." });
  expect(waits).toEqual([]);
  uploads.resume(first()?.key ?? 0);
  await reaches("done");
});

test("what the gateway has deleted itself is not deleted again", async () => {
  const unusable = new AdminRequestError(422, { code: "unusable", message: "It is no wav file." });
  const { uploads, sent, start, reaches, first } = someUploads(aGateway({ failures: [unusable] }));
  start();
  await reaches("failed");
  uploads.cancel(first()?.key ?? 0);
  expect([uploads.getAll(), sent.at(-1)]).toEqual([[], "0"]);
});

test("the owner pauses, continues and cancels an upload; the next file is sent meanwhile", async () => {
  const { uploads, sent, start, first, reaches, hold, letGo } = someUploads();
  hold();
  start();
  await vi.waitFor(() => expect(first()?.sent).toBe(UPLOAD_CHUNK_BYTES / 2));
  start(aRecording("toledo.wav", 9), { ...CLOSING_SUN, path: ["albums", 1, "tracks", 0, "file"] });
  const second = () => uploads.getAll()[1];
  expect(second()?.step).toBe("waiting");
  uploads.pause(first()?.key ?? 0);
  letGo();
  await vi.waitFor(() => expect(second()?.step).toBe("done"));
  expect(first()?.step).toBe("paused");
  uploads.resume(first()?.key ?? 0);
  await reaches("done");
  hold();
  start(aRecording("third.wav"));
  await vi.waitFor(() => expect(sent.at(-1)).toBe("begin third.wav"));
  const third = uploads.getAll().find(({ name }) => name === "third.wav");
  uploads.cancel(third?.key ?? 0);
  expect(sent.at(-1)).toBe("discard third.wav");
  expect(uploads.getAll().some(({ name }) => name === "third.wav")).toBe(false);
});

test("a session that has ended leads to the sign-in, and the upload waits for the owner", async () => {
  const over = new AdminRequestError(401, { code: "token_expired", message: "" });
  const { session, start, reaches } = someUploads(aGateway({ failures: [over] }));
  start();
  await reaches("paused");
  expect(session.onRejected).toHaveBeenCalledOnce();
});

test("a value is found where it was moved to, or with its new name, and not after it was removed", () => {
  const { albums } = ALBUMS as { albums: FileValue[] };
  const { path } = CLOSING_SUN;
  const way = rememberWay(ALBUMS, path, titleIn);
  expect(followWay(ALBUMS, path, way, titleIn)).toEqual(path);
  const renamed = { albums: [albums[0] ?? null, { name: "Eleven", tracks: [{ title: "Toledo" }, { title: "Sun" }] }] };
  expect(followWay(renamed, path, way, titleIn)).toEqual(path);
  const shorter = { albums: [albums[0] ?? null, { name: "Eleven Nights", tracks: [{ title: "Toledo" }] }] };
  expect(followWay(shorter, path, way, titleIn)).toBeUndefined();
  expect(followWay({ albums: [] }, path, way, titleIn)).toBeUndefined();
});
