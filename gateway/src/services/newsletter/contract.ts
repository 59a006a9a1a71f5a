import type {
  Audience,
  Bounces,
  DoubtDecision,
  NewNewsletter,
  Newsletter,
  NewsletterChoices,
  NewsletterEdit,
  NewsletterPreview,
  NewsletterSettings,
  Newsletters,
  RecipientState,
  Recipients,
  Segment,
  SendingProblem,
  SendNewsletter,
} from "@porchlight/protocol/newsletters.ts";
import type { PublishedNewsletters } from "./archive/contract.ts";

/** Result of a change of a newsletter. `clash`: somebody changed it meanwhile. `state`: its state does not allow it. */
export type ChangeResult =
  | { ok: true; newsletter: Newsletter }
  | { ok: false; reason: "unknown" | "state" }
  | { ok: false; reason: "clash"; now: Newsletter }
  | { ok: false; reason: "not-ready"; missing: SendingProblem[] };

/** The mail server's response to a test email, in a word for the owner. */
type TestResult =
  | { ok: true; to: string }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "no-mail-server" | "no-owner-address"; message: string }
  | { ok: false; reason: "not-sent"; code: string };

/**
 * Writes newsletters and sends them. `authorization` is the owner's header: a list at a provider is read with the
 * owner's rights.
 */
export interface NewsletterService {
  list(): Newsletters;
  find(id: number): Newsletter | undefined;
  /** @returns undefined if the release or show that it begins from does not exist */
  begin(from: NewNewsletter["from"]): Promise<Newsletter | undefined>;
  edit(id: number, edit: NewsletterEdit): Promise<ChangeResult>;
  /** @returns false if it is not a draft */
  remove(id: number): Promise<boolean>;
  preview(id: number): Promise<NewsletterPreview | undefined>;
  test(id: number, authorization: string): Promise<TestResult>;
  audience(segment: Segment, authorization: string): Promise<Audience>;
  choices(authorization: string): Promise<NewsletterChoices>;
  send(id: number, request: SendNewsletter, authorization: string): Promise<ChangeResult>;
  unschedule(id: number): Promise<ChangeResult>;
  pause(id: number): Promise<ChangeResult>;
  resume(id: number): Promise<ChangeResult>;
  cancel(id: number): Promise<ChangeResult>;
  recipients(id: number, state: RecipientState, after?: string): Recipients;
  decideDoubts(id: number, decision: DoubtDecision): Promise<ChangeResult>;
  settings(): NewsletterSettings;
  saveSettings(settings: NewsletterSettings): Promise<void>;
  bounces(before?: number): Bounces;
  /** @returns false if there is no such bounce */
  liftBounce(id: number): Promise<boolean>;
  /**
   * Notes that somebody unsubscribed: they get nothing more of a newsletter that is being sent.
   *
   * @param newsletterId the newsletter whose link they used
   */
  noteUnsubscribed(token: string, newsletterId: number | undefined): Promise<void>;
  /**
   * Counts a visit of the site that began with a link in a newsletter; `check` and `stop` store the counts. An unknown
   * newsletter counts nothing.
   */
  countVisit(id: number): void;
  /** What the public may read. */
  readonly published: PublishedNewsletters;
  /** Stores what was counted, starts what is due, and continues what was interrupted. To be called regularly. */
  check(): Promise<void>;
  stop(): Promise<void>;
}
