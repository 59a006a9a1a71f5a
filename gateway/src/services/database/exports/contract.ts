import type { ExportProgress, ExportRequest, ExportTicket } from "@porchlight/protocol/admin.ts";
import type { Client, Person } from "../../shared/caller.ts";

/** The person who requested an export, and the authorization that is checked again when the download begins. */
export type Requester = { person: Person; authorization: string };

/** Exports of the list. A ticket can be used once. Tickets live in this process: a restart ends them all. */
export interface Exports {
  /** @returns a ticket; undefined while too many are open */
  create(request: Required<ExportRequest>, requester: Requester): Promise<ExportTicket | undefined>;
  /** @returns the progress of an export of this person; undefined when the person has no export with this id */
  progress(id: string, person: Person): ExportProgress | undefined;
  /** Cancels an export. @returns whether the person has one with this id */
  cancel(id: string, person: Person): boolean;
  /**
   * Uses a ticket up.
   *
   * @returns the requester, whose sign-in the caller has to check, and a function that begins the download; undefined
   *   for an unknown ticket
   */
  take(id: string, secret: string): Taken | undefined;
}

export type ExportDependencies = {
  /** Closes the client's connection at once; undefined when there is none. */
  breakOff: (() => void) | undefined;
  /** Whether the client may still get the rest of the file. It is checked again and again during the download. */
  mayGoOn: () => Promise<boolean>;
};

/** A used ticket. */
type Taken = {
  requester: Requester;
  fileName: string;
  contentType: string;
  /** Ends the export before it begins, because the client has lost the right to it. */
  expire(): void;
  /** @returns the file; undefined when the export was cancelled meanwhile */
  begin(client: Client, dependencies: ExportDependencies): ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
};
