import type { DemoParts } from "@porchlight/protocol/demo.ts";
import type { SmtpSettings } from "../../config/provider-settings.ts";
import type { DemoSearch } from "../../content/demo/find-demo.ts";
import type { ContentInspection, ContentInspectionOptions } from "../inspections/content.ts";
import type { DataFileInspection, FileInspection } from "../inspections/data-file.ts";

/** Everything outside the process that a check-up needs. No call changes anything, and each has a timeout. */
export type Outside = {
  clock: () => Date;
  fetch: typeof globalThis.fetch;
  dns: Dns;
  /** Addresses of this machine's networks. */
  ownAddresses: () => readonly string[];
  /** The certificate of a server, trusted or not. Rejects if the server has none. */
  certificateOf: (host: string, port: number) => Promise<Certificate>;
  /** Status of the response to a WebSocket request: 101 when the socket opens. */
  tryWebSocket: (address: string) => Promise<number>;
  /**
   * Connects to a mail server and signs in if there is a user name. Sends no email. Rejects with nodemailer's errors.
   */
  greetMailServer: (smtp: SmtpSettings) => Promise<void>;
  /** Free bytes on the disk of a path. */
  freeBytes: (path: string) => number;
  /** Whether this process may read a folder; true when the folder does not exist. */
  canReadFolder: (dir: string) => boolean;
  /** Whether this process may write an existing file or folder. */
  canWrite: (path: string) => boolean;
  /** Whether the system reports that a time server sets its clock; false when the system reports nothing. */
  isClockRight: () => boolean;
  inspections: Inspections;
  /** Receives unexpected errors. */
  onError: (error: unknown) => void;
};

/** Inspections. With much data they take long, so they must not block the site. */
export type Inspections = {
  dataFile: (path: string) => Promise<DataFileInspection>;
  backup: (path: string) => Promise<FileInspection>;
  content: (options: ContentInspectionOptions) => Promise<ContentInspection>;
  demo: (options: DemoSearch) => Promise<DemoParts>;
};

/** Records of a name. `isKnown`: whether the name exists, even if it has only records of other types. */
export type Records = { values: readonly string[]; isKnown: boolean };

/** DNS queries. Each rejects when no name server answers. */
export type Dns = {
  /** A and AAAA. */
  addresses: (name: string) => Promise<Records>;
  /** Hosts of MX records; an empty host means that the domain accepts no mail. Source: RFC 7505. */
  mailServers: (name: string) => Promise<Records>;
  /** TXT records, each joined from its parts. */
  texts: (name: string) => Promise<Records>;
};

/** A server's certificate. */
export type Certificate = {
  validFrom: Date;
  validTo: Date;
  /** Why it is not trusted, as a code of OpenSSL or Node; absent when it is trusted. */
  errorCode?: string;
};
