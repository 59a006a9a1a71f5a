/**
 * Requests with which the owner edits the content folder, under `/admin/api/content/`. Each one carries
 * `Authorization: Bearer` with an admin's access token.
 *
 * An edit changes a draft, which no visitor sees. A publication writes drafts into the content folder.
 */

/** The files of the content folder that the owner edits in the dashboard, as the owner knows them. */
export const EDITABLE_FILES = [
  "artist.json",
  "about.md",
  "shows.yaml",
  "press.md",
  "music/albums.yaml",
  "music/music.md",
  "store/products.yaml",
  "store/shop.md",
  "store/store.yaml",
  "store/refunds.md",
  "privacy.md",
  "terms.md",
  "accessibility.md",
] as const;

/** A file that the owner edits, such as `store/products.yaml`. */
export type EditableFile = (typeof EDITABLE_FILES)[number];

/** Keys and list indexes, counted from 0, that lead to a value of a file: `["products", 2, "price"]`. */
export type ValuePath = readonly (string | number)[];

/**
 * A value of a file. In YAML every value is text. A Markdown file is `{ front: { title, … }, body: "…" }`. An absent
 * file is `{}`.
 */
export type FileValue = null | string | number | boolean | readonly FileValue[] | { readonly [key: string]: FileValue };

/**
 * One change of a file. Everything else in the file stays as it is, byte by byte.
 *
 * - `set` replaces the value at `path`, and creates it if the key is missing. Keys around it are created too.
 * - `insert` puts an item into a list. The last part of `path` is its index; the items from there on move down. A
 *   missing list is created.
 * - `remove` removes a key, or an item of a list.
 * - `moveTo` moves the item of a list at `path` to that index.
 */
export type ContentEdit =
  | { path: ValuePath; set: FileValue }
  | { path: ValuePath; insert: FileValue }
  | { path: ValuePath; remove: true }
  | { path: ValuePath; moveTo: number };

/**
 * Something wrong with a value, in the words of the log. An empty path means the whole file.
 *
 * @property isFrame whether the value is a placeholder of the empty frame, which the owner has not replaced yet
 */
export type FieldProblem = { path: ValuePath; message: string; isFrame?: true };

/**
 * `GET /admin/api/content/files`: what can be edited.
 *
 * @property place `demo`: the content that ships with the program, which is never written. The owner has to make the
 * site theirs first. `own`: the owner's folder.
 * @property notWritable why the folder cannot be written, and what to do; absent if it can be written
 */
export type ContentFiles = {
  place: "demo" | "own";
  notWritable?: string;
  files: FileSummary[];
  /** When the drafts will be published, ISO 8601; absent if no time is set. */
  publishAt?: string;
  /** Why the drafts were not published at that time; absent if they were. */
  publishFailed?: string;
};
/** `draftSince`: when the draft was begun, ISO 8601; absent without a draft. */
type FileSummary = { file: EditableFile; exists: boolean; draftSince?: string; problems: FieldProblem[] };

/**
 * `GET /admin/api/content/files/{file}`: the file with its draft, if it has one.
 *
 * @property revision names this state of the file. Each edit names the revision on which it is based.
 * @property schema JSON Schema of `value`
 * @property clashes values that the draft and the folder changed differently. The draft has the folder's (`theirs`),
 * until an edit of that path says which one stays. Until then the draft is not published.
 */
export type OpenedFile = {
  file: EditableFile;
  revision: string;
  value: FileValue;
  isDraft: boolean;
  problems: FieldProblem[];
  clashes?: readonly Clash[];
  schema: object;
};

/**
 * `PATCH /admin/api/content/files/{file}` changes the draft; it begins one if there is none.
 *
 * @property base the revision on which the edits are based. If the file has changed since, the edits are merged with
 * that change. Values that both changed are a clash: 412 with {@link EditClash}, and nothing is changed.
 */
export type EditRequest = { base: string; edits: readonly ContentEdit[] };
/** The file after an edit. Its problems do not prevent the edit, only the publication. */
export type EditResponse = Omit<OpenedFile, "schema" | "file">;

/**
 * Body of a 412: `mine` is what the edit wanted, `theirs` what the file has now. Absent: the value is missing there.
 * The other members are the file as it is now. To keep `mine`, send it again, based on this revision.
 */
export type EditClash = EditResponse & { code: "clash"; message: string; clashes: Clash[] };
/** One value that two people changed. */
export type Clash = { path: ValuePath; mine?: FileValue; theirs?: FileValue };

/** `DELETE /admin/api/content/files/{file}/draft`: discards the draft, 204. */

/**
 * `POST /admin/api/content/publications` with {@link PublicationRequest}: publishes drafts. 201 with
 * {@link ContentVersion}; 422 with {@link PublicationProblems} and nothing is written; 412 with {@link DraftClash}.
 */
export type PublicationRequest = {
  /** Absent: every draft. */
  files?: readonly EditableFile[];
  /** When to publish, ISO 8601; absent: now. A time in the future answers 202. */
  at?: string;
};
/** Body of a 422: what has to be corrected first. */
export type PublicationProblems = {
  code: "invalid_content";
  message: string;
  files: { file: EditableFile; problems: FieldProblem[] }[];
};
/** Body of a 412: values that were edited in the folder too, by hand. */
export type DraftClash = { code: "clash"; message: string; file: EditableFile; clashes: Clash[] };

/** `DELETE /admin/api/content/schedule`: cancels the scheduled publication, 204. */

/**
 * `GET /admin/api/content/versions?before={id}`: publications, latest first. `next` is the `before` of the next page.
 */
export type ContentVersions = { versions: ContentVersion[]; next: number | null };
/**
 * One version of the content.
 *
 * @property reason `published`: drafts were published. `restored`: an earlier version was restored. `by-hand`: somebody
 *   had changed the files in the folder before a publication.
 * @property by the account that did it; absent for changes by hand
 */
export type ContentVersion = {
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  reason: "published" | "restored" | "by-hand";
  by?: string;
  files: { file: string; change: "added" | "changed" | "removed" }[];
};

/**
 * `POST /admin/api/content/versions/{id}/restore` with {@link RestoreRequest}: restores files to their state right
 * after that version. `{id}/undo` restores their state right before it. 201 with {@link ContentVersion}. Drafts stay.
 */
export type RestoreRequest = {
  /** Absent: every file that has changed since. */
  files?: readonly string[];
};

/**
 * `POST /admin/api/content/own` with {@link OwnRequest}: copies content to the owner's folder, 202. The gateway then
 * starts again with it, which takes some seconds.
 */
export type OwnRequest = { from: "demo" | "empty" };

/**
 * `GET /admin/api/content/pictures?folder={folder}`: the pictures of a folder.
 *
 * `POST /admin/api/content/pictures?folder={folder}&name={file name}` with the picture as its body: stores it,
 * re-encoded and upright, under a free name. 201 with {@link ContentPicture}.
 *
 * With `&kind=drawing`, both are for files that can be a logo or an icon: SVG and PNG files of `images`.
 */
export type ContentPictures = { pictures: ContentPicture[] };
/** Folders of the content folder that hold pictures. */
export const PICTURE_FOLDERS = ["images", "store", "music"] as const;
/** A folder with pictures. */
export type PictureFolder = (typeof PICTURE_FOLDERS)[number];
/**
 * `file` is the name in its folder, `n1.jpg`. `thumbnail` is an address on this origin; absent for an SVG, which is
 * never shown as it is, and for a picture that cannot be prepared just now. Sizes are in pixels.
 */
export type ContentPicture = { file: string; thumbnail?: string; width: number; height: number };
/** Maximum size of an uploaded picture, in bytes. */
export const MAX_PICTURE_BYTES = 50 * 1024 * 1024;

/**
 * Files that are used as they are, recordings and those of the press kit. They are uploaded with tus 1.0, which continues
 * after a lost connection. Source: tus.io/protocols/resumable-upload.
 *
 * - `GET /admin/api/content/uploads?folder={folder}`: {@link ContentUploads}.
 * - `POST /admin/api/content/uploads` creates an upload. `Upload-Metadata` has `folder`, `filename`, and `modified`, the
 *   time of the file's last change on the owner's computer in milliseconds.
 * - `HEAD`, `PATCH` and `DELETE /admin/api/content/uploads/{id}` ask for the offset, append, and cancel.
 * - `POST /admin/api/content/uploads/{id}/file` checks the complete upload and gives it its name in the folder: 201 with
 *   {@link ContentFile}. Repeating it returns the same file.
 */
export type ContentUploads = { files: ContentFile[]; unfinished: UnfinishedUpload[] };
/** Folders of the content folder that hold such files. */
export const FILE_FOLDERS = ["music", "press"] as const;
/** A folder with such files. */
export type FileFolder = (typeof FILE_FOLDERS)[number];
/** `file` is the path in its folder, `lake-effect/01-lake-effect.mp3`; `size` is in bytes. */
export type ContentFile = { file: string; size: number };
/** An upload that can be continued with the same file. Sizes are in bytes. */
export type UnfinishedUpload = { id: string; name: string; size: number; offset: number; modified?: string };
/** Maximum size of such a file, in bytes. */
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;
/** How much the dashboard sends in one request, in bytes. A proxy passes a body on when it has all of it. */
export const UPLOAD_CHUNK_BYTES = 1024 * 1024;

/**
 * `POST /admin/api/content/preview` with {@link PreviewRequest}: 201 with {@link PreviewTicket}. The page at its `url`
 * shows the drafts, for one hour, in this browser session only.
 */
export type PreviewRequest = { path: string };
/** `url` is a path on this origin. */
export type PreviewTicket = { url: string };
