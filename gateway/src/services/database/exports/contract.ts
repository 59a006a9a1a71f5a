import type { ExportProgress, ExportRequest, ExportTicket } from "@porchlight/protocol/admin.ts";
import type { Client, Person } from "../../shared/caller.ts";

/** Who asks for an export, and how the same person is recognised when the download begins. */
export type Requester = { person: Person; authorization: string };

/** Files of the list, each given out once for a ticket. In this process only: a restart ends them all. */
export interface Exports {
  /** Makes a ticket; undefined while too many are open. */
  create(request: Required<ExportRequest>, requester: Requester): Promise<ExportTicket | undefined>;
  /** How far an export of this person is; undefined when there is none of this id. */
  progress(id: string, person: Person): ExportProgress | undefined;
  /** Breaks an export off. @returns whether there is one of this id */
  cancel(id: string, person: Person): boolean;
  /**
   * Takes a ticket, which is worth nothing from then on.
   *
   * @returns the authorization that it was made with, still to be checked, and what begins the download
   */
  take(id: string, secret: string): Taken | undefined;
}

/** What a download finds around it. */
export type ExportDependencies = {
  /** Ends the client's connection at once, where there is one. */
  breakOff: (() => void) | undefined;
  /** Whether the client may still have the rest of it; asked now and then. */
  mayGoOn: () => Promise<boolean>;
};

/** A ticket that was taken. */
type Taken = {
  requester: Requester;
  fileName: string;
  contentType: string;
  /** Ends it before it began, because the client may not have it any more. */
  refuse(): void;
  /** @returns the file, or undefined when the export was cancelled meanwhile */
  begin(client: Client, around: ExportDependencies): ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
};
