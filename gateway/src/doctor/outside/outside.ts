import type { DemoParts } from "@porchlight/protocol/demo.ts";
import type { SmtpSettings } from "../../config/provider-settings.ts";
import type { DemoSearch } from "../../content/demo/find-demo.ts";
import type { ContentInspection, ContentInspectionOptions } from "../inspections/content.ts";
import type { DataFileInspection, FileInspection } from "../inspections/data-file.ts";

/** All that a check-up asks beyond its own arithmetic. Each question changes nothing and ends by itself. */
export type Outside = {
  clock: () => Date;
  fetch: typeof globalThis.fetch;
  dns: Dns;
  /** Addresses of this machine's networks. */
  ownAddresses: () => readonly string[];
  /** The certificate that a server shows, trusted or not; rejects where there is none. */
  certificateOf: (host: string, port: number) => Promise<Certificate>;
  /** Status with which a wish for a WebSocket is answered: 101 when it is granted. */
  tryWebSocket: (address: string) => Promise<number>;
  /** Greets a mail server and signs in where there is a name, and sends nothing; rejects as nodemailer does. */
  greetMailServer: (smtp: SmtpSettings) => Promise<void>;
  /** Bytes that may still be written where a path is. */
  freeBytes: (path: string) => number;
  /** Whether this process may look into a folder; so it may where there is none. */
  canReadFolder: (dir: string) => boolean;
  /** Whether this process may write a file or folder that is there. */
  canWrite: (path: string) => boolean;
  /** Whether the system says that a time server sets its clock; false where it does not say. */
  isClockRight: () => boolean;
  inspections: Inspections;
  /** Told of errors that nobody foresaw. */
  onError: (error: unknown) => void;
};

/** What takes long with much data, and must not hold up the site meanwhile. */
export type Inspections = {
  dataFile: (path: string) => Promise<DataFileInspection>;
  backup: (path: string) => Promise<FileInspection>;
  content: (question: ContentInspectionOptions) => Promise<ContentInspection>;
  demo: (question: DemoSearch) => Promise<DemoParts>;
};

/** Records of a name, and whether the name is known at all: one may have other records. */
export type Records = { values: readonly string[]; isKnown: boolean };

/** Questions to the DNS. Each rejects where nobody answers it. */
export type Dns = {
  /** A and AAAA. */
  addresses: (name: string) => Promise<Records>;
  /** Hosts of MX records; an empty one says that there is none. Source: RFC 7505. */
  mailServers: (name: string) => Promise<Records>;
  /** TXT records, the pieces of each put together. */
  texts: (name: string) => Promise<Records>;
};

/** A server's certificate. */
export type Certificate = {
  validFrom: Date;
  validTo: Date;
  /** Why it is not trusted, as a code of OpenSSL or Node; absent where it is. */
  fault?: string;
};
