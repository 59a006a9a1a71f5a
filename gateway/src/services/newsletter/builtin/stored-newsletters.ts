import type {
  NewsletterEdit,
  NewsletterFigures,
  NewsletterState,
  NewsletterText,
  PauseReason,
  RecipientCounts,
  Segment,
} from "@porchlight/protocol/newsletters.ts";
import type { Reader, Writer } from "../../../data/statements.ts";
import type { ListedNewsletter, PublishedNewsletter, PublishedNewsletters } from "../archive/contract.ts";
import { SPECIAL } from "./recipients.ts";

/** A newsletter as it is stored. Instants are ISO 8601 in UTC. */
export type StoredNewsletter = NewsletterText & {
  id: number;
  revision: number;
  state: NewsletterState;
  pausedBecause: PauseReason | undefined;
  segment: Segment;
  isInArchive: boolean;
  createdAt: string;
  changedAt: string;
  startAt: string | undefined;
  startedAt: string | undefined;
  endedAt: string | undefined;
  activeAt: string | undefined;
  counts: RecipientCounts | undefined;
  visits: number;
};

type Row = {
  id: number;
  revision: number;
  state: NewsletterState;
  paused_because: PauseReason | null;
  subject: string;
  preheader: string;
  body: string;
  segment: string;
  is_in_archive: number;
  created_at: string;
  changed_at: string;
  start_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  active_at: string | null;
  frozen: number;
  waiting: number;
  sending: number;
  sent: number;
  refused: number;
  in_doubt: number;
  gone: number;
  visits: number;
};

/** All columns but the email's parts, which are large. */
const COLUMNS = `id, revision, state, paused_because, subject, preheader, body, segment, is_in_archive, created_at,
  changed_at, start_at, started_at, ended_at, active_at, frozen, waiting, sending, sent, refused, in_doubt, gone,
  visits`;

/** States in which a newsletter's page is in the archive. Some people have read a cancelled newsletter. */
const PUBLISHED = "started_at IS NOT NULL AND is_in_archive = 1 AND web_html IS NOT NULL";

const INSERT =
  "INSERT INTO newsletters (subject, preheader, body, created_at, changed_at) VALUES (?, ?, ?, ?, ?) RETURNING id";
const EDIT = `
  UPDATE newsletters
  SET subject = ?, preheader = ?, body = ?, segment = ?, is_in_archive = ?, revision = revision + 1, changed_at = ?
  WHERE id = ? AND state = 'draft' AND revision = ?`;
const SET_ARCHIVE = `
  UPDATE newsletters SET is_in_archive = ?, revision = revision + 1, changed_at = ?
  WHERE id = ? AND state <> 'draft' AND revision = ?`;
const REMOVE =
  "DELETE FROM newsletters WHERE id = ? AND (state = 'draft' OR (state = 'cancelled' AND started_at IS NULL))";

/** Finds a newsletter. */
export function findNewsletter(reader: Reader, id: number): StoredNewsletter | undefined {
  const row = reader.get<Row>(`SELECT ${COLUMNS} FROM newsletters WHERE id = ?`, id);
  return row && fromRow(row);
}

/** All newsletters, the latest first: by their start or their end, and drafts by their last change. */
export function listNewsletters(reader: Reader): StoredNewsletter[] {
  return reader
    .all<Row>(
      `SELECT ${COLUMNS} FROM newsletters ORDER BY coalesce(started_at, ended_at, start_at, changed_at) DESC, id DESC`,
    )
    .map(fromRow);
}

/** @returns the id of the new draft */
export function addDraft(writer: Writer, { subject, preheader, body }: NewsletterText, at: string): number {
  // The insert returns its row.
  return writer.get<{ id: number }>(INSERT, subject, preheader, body, at, at)!.id;
}

/**
 * Changes a draft. Once a newsletter is scheduled or sent, only its place in the archive can change.
 *
 * @returns whether it has changed: it still has the edit's revision
 */
export function editDraft(writer: Writer, id: number, edit: NewsletterEdit, at: string): boolean {
  const now = findNewsletter(writer, id);
  if (!now) return false;
  if (now.state !== "draft") {
    const { revision, isInArchive = now.isInArchive, ...others } = edit;
    if (Object.keys(others).length > 0) return false;
    return writer.run(SET_ARCHIVE, isInArchive ? 1 : 0, at, id, revision) > 0;
  }
  const { subject, preheader, body, segment, isInArchive } = { ...now, ...edit };
  const values = [subject, preheader, body, JSON.stringify(segment), isInArchive ? 1 : 0, at, id, edit.revision];
  return writer.run(EDIT, ...values) > 0;
}

/** Removes a draft, or a newsletter that was cancelled before it went out. @returns whether it was one */
export function removeDraft(writer: Writer, id: number): boolean {
  return writer.run(REMOVE, id) > 0;
}

/** The figures of a newsletter that went out. */
export function figuresOf(reader: Reader, { id, counts, visits }: StoredNewsletter): NewsletterFigures {
  // The bounce of a refused address is not of an accepted email.
  const rows = reader.all<{ kind: string; count: number }>(
    `SELECT kind, count(DISTINCT coalesce(nullif(email, ''), id)) AS count FROM bounces
     WHERE newsletter_id = ?1 AND email NOT IN (
       SELECT email FROM newsletter_recipients WHERE newsletter_id = ?1 AND email <> '' AND state = 'refused' AND ${SPECIAL}
     )
     GROUP BY kind = 'complaint'`,
    id,
  );
  const countOf = (isComplaint: boolean) => rows.find(({ kind }) => (kind === "complaint") === isComplaint)?.count ?? 0;
  const { unsubscribed = 0 } =
    reader.get<{ unsubscribed: number }>(
      "SELECT count(*) AS unsubscribed FROM newsletter_unsubscribes WHERE newsletter_id = ?",
      id,
    ) ?? {};
  const accepted = counts?.sent ?? 0;
  return { accepted, bounced: countOf(false), complained: countOf(true), unsubscribed, visits };
}

/** The newsletters of the archive. */
export function createPublishedNewsletters(reader: Reader): PublishedNewsletters {
  const columns = "id, subject, preheader, started_at AS startedAt";
  const latestFirst = "ORDER BY started_at DESC, id DESC";
  return {
    ids: () =>
      reader.all<{ id: number }>(`SELECT id FROM newsletters WHERE ${PUBLISHED} ${latestFirst}`).map(({ id }) => id),
    list: ({ limit, before }) =>
      reader.all<ListedNewsletter>(
        `SELECT ${columns} FROM newsletters
         WHERE ${PUBLISHED}
           AND (?1 IS NULL OR (started_at, id) < (SELECT started_at, id FROM newsletters WHERE id = ?1))
         ${latestFirst} LIMIT ?2`,
        before ?? null,
        limit,
      ),
    find: (id) =>
      reader.get<PublishedNewsletter>(
        `SELECT ${columns}, web_html AS webHtml FROM newsletters WHERE ${PUBLISHED} AND id = ?`,
        id,
      ),
  };
}

function fromRow(row: Row): StoredNewsletter {
  const { frozen, sent, refused, in_doubt: inDoubt, gone: left, waiting, sending } = row;
  return {
    id: row.id,
    revision: row.revision,
    state: row.state,
    pausedBecause: row.paused_because ?? undefined,
    subject: row.subject,
    preheader: row.preheader,
    body: row.body,
    // The dashboard's requests are validated before they are stored.
    segment: JSON.parse(row.segment) as Segment,
    isInArchive: row.is_in_archive === 1,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    startAt: row.start_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    activeAt: row.active_at ?? undefined,
    counts: frozen === 0 ? undefined : { frozen, sent, refused, inDoubt, left, waiting: waiting + sending },
    visits: row.visits,
  };
}
