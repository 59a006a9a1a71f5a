/**
 * Requests with which the owner writes newsletters, under `/admin/api/newsletters`. Each one carries
 * `Authorization: Bearer` with an admin's access token. Errors are {@link AdminApiError}.
 *
 * Instants are ISO 8601 in UTC.
 */

/** Path of the public archive. A newsletter's page is at `/newsletters/{id}`. */
export const NEWSLETTERS_PATH = "/newsletters";
/** Path of the archive's feed. */
export const NEWSLETTERS_FEED_PATH = "/newsletters.atom";

/**
 * - `draft`: the owner writes it.
 * - `scheduled`: it goes out at `startAt`.
 * - `sending`, `paused`: its recipients are frozen; some may not have it yet.
 * - `cancelled`: the owner stopped it. Nobody else gets it.
 * - `sent`: every recipient is sent, refused, in doubt or unsubscribed.
 */
export type NewsletterState = "draft" | "scheduled" | "sending" | "paused" | "cancelled" | "sent";

/**
 * Why a newsletter waits for the owner. `owner`: the owner paused it. `late`: its time passed more than an hour before
 * the site could start it. `restored`: a backup was restored. `sign-in`: the mail server refused the sign-in three
 * times. `refused`: it refused 30 emails in a row, or all, perhaps because of their content or their sender; these wait
 * again. `in-doubt`: it took 15 emails in a row and confirmed none. `not-ready`: something was missing when it was to
 * start, see `missing`. `moved`: the subscriber list has moved since.
 */
export type PauseReason = "owner" | "late" | "restored" | "sign-in" | "refused" | "in-doubt" | "not-ready" | "moved";

/** The subscribers that a newsletter is for. Absent fields select all; all that are set have to hold. */
export type Segment = {
  /** Sources as in the subscriber list. */
  sources?: string[];
  /** First and last day of signing up, `YYYY-MM-DD`, in UTC, both included. */
  from?: string;
  to?: string;
  /** Buyers: of anything, of downloads, or of a product by its handle. Cancelled and refunded orders do not count. */
  bought?: "anything" | "downloads" | { product: string };
  /** A town about whose new shows they asked to hear. */
  town?: string;
};

/** What the owner writes. */
export type NewsletterText = {
  subject: string;
  /** The words that mail programs show behind the subject. */
  preheader: string;
  /** Markdown, with blocks on lines of their own: see {@link BLOCK_KINDS}. */
  body: string;
};

/**
 * Blocks that are filled from the content, each on a line of its own: `[[picture: n1]]` (a picture of `content/images`;
 * what it shows may follow, `[[picture: n1 | A lake at dusk]]`), `[[button: Listen now | https://…]]` (an address, or a
 * path of the site such as `/music`), `[[release: long-point]]`, `[[tracks: long-point]]`, `[[product: tour-shirt]]`,
 * `[[show: 2027-kingston]]` and `[[shows]]` (the next five that take place).
 */
export const BLOCK_KINDS = ["picture", "button", "release", "tracks", "product", "show", "shows"] as const;

/** `GET /admin/api/newsletters`: all newsletters, latest first, and what is missing before one can be sent. */
export type Newsletters = { newsletters: NewsletterSummary[]; missing: SendingProblem[] };

/** One newsletter in the list. `at`: when it was changed, starts, started or ended, depending on its state. */
export type NewsletterSummary = {
  id: number;
  subject: string;
  state: NewsletterState;
  at: string;
  pausedBecause?: PauseReason;
  counts?: RecipientCounts;
};

/**
 * `GET /admin/api/newsletters/{id}`. `revision` names this state of the text and the choices; an edit has to name it.
 *
 * @property isInArchive whether it has a public page and is in the feed once it is sent
 * @property startAt when it goes out, if it is scheduled
 * @property waitsFor while it is being sent: `server` if the mail server fails, `retries` if everybody was tried and it
 *   takes the others later
 * @property counts absent before the recipients are frozen
 * @property missing what prevents sending, if anything
 */
export type Newsletter = NewsletterText & {
  id: number;
  revision: number;
  state: NewsletterState;
  segment: Segment;
  isInArchive: boolean;
  createdAt: string;
  changedAt: string;
  startAt?: string;
  startedAt?: string;
  endedAt?: string;
  pausedBecause?: PauseReason;
  waitsFor?: "server" | "retries";
  counts?: RecipientCounts;
  figures?: NewsletterFigures;
  missing: SendingProblem[];
};

/** Numbers of recipients by state. `frozen` is always the sum of the others. `waiting` includes deferred ones. */
export type RecipientCounts = {
  frozen: number;
  sent: number;
  refused: number;
  inDoubt: number;
  left: number;
  waiting: number;
};

/**
 * Figures of a newsletter that went out. `bounced` came back after the mail server had accepted them. `visits` counts
 * visits of the site through the newsletter's links, which are the same for all readers.
 */
export type NewsletterFigures = {
  accepted: number;
  bounced: number;
  unsubscribed: number;
  complained: number;
  visits: number;
};

/** What is missing before a newsletter can be sent. `code`: for the dashboard's link; `message`: what to do. */
export type SendingProblem = {
  code:
    | "no-mail-server"
    | "no-public-address"
    | "no-postal-address"
    | "no-subject"
    | "no-body"
    | "bad-block"
    | "too-large"
    | "no-recipients";
  message: string;
};

/**
 * `POST /admin/api/newsletters`: begins a draft, empty or from a release or a show (with their ids). 201 with
 * {@link Newsletter}.
 */
export type NewNewsletter = { from?: { release: string } | { show: string } | { newsletter: number } };

/**
 * `PATCH /admin/api/newsletters/{id}` changes a draft. 200 with {@link Newsletter}; 412 with {@link NewsletterClash} if
 * somebody changed it since `revision`; 409 if it is no longer a draft. `DELETE` removes a draft or a cancelled one
 * whose recipients were not frozen, 204.
 */
export type NewsletterEdit = Partial<NewsletterText> & { revision: number; segment?: Segment; isInArchive?: boolean };
/** Body of a 412. `now` is the current newsletter. */
export type NewsletterClash = { code: "clash"; message: string; now: Newsletter };

/**
 * `POST /admin/api/newsletters/{id}/preview`: the email as it would be sent now. `html` is a whole document. `bytes` is
 * the size of the HTML part; mail programs cut it above 102 kB.
 */
export type NewsletterPreview = {
  subject: string;
  html: string;
  text: string;
  bytes: number;
  problems: SendingProblem[];
};

/** `POST /admin/api/newsletters/{id}/test`: sends a test email to the owner's address. 202 with {@link TestEmail}. */
export type TestEmail = { to: string };

/**
 * `POST /admin/api/newsletters/audience` with a {@link Segment}: how many would get a newsletter now, and how many of
 * the others are left out for which reason. `segment`: they are not in the segment.
 */
export type Audience = { recipients: number; leftOut: { reason: LeftOutReason; count: number }[] };
/** Why somebody on the list gets no newsletter. */
export type LeftOutReason = "segment" | "unsubscribed" | "bounced" | "complained";

/** `GET /admin/api/newsletters/choices`: what segments and blocks can name. */
export type NewsletterChoices = {
  sources: string[];
  towns: string[];
  products: Choice[];
  releases: Choice[];
  shows: Choice[];
  pictures: string[];
};
/** `id` is what a block or a segment names. */
type Choice = { id: string; title: string };

/**
 * `POST /admin/api/newsletters/{id}/send`: sends it now, or at `at`. 202 with {@link Newsletter}; 412 with
 * {@link NewsletterClash}; 422 with {@link SendingProblems}. `/unschedule`, `/pause`, `/resume` and `/cancel` have no
 * body; 200 with {@link Newsletter}, 409 if its state does not allow it.
 */
export type SendNewsletter = { revision: number; at?: string };
/** Body of a 422. */
export type SendingProblems = { code: "not_ready"; message: string; missing: SendingProblem[] };

/** `GET /admin/api/newsletters/{id}/recipients?state=in-doubt&after={next}`: at most 100. */
export type Recipients = { recipients: Recipient[]; next: string | null };
/** `reason`: the mail server's code, for refused ones. */
export type Recipient = { email: string; state: RecipientState; at: string; reason?: string };
/** The state of a recipient's email. */
export type RecipientState = "waiting" | "sent" | "refused" | "in-doubt" | "left";

/**
 * `POST /admin/api/newsletters/{id}/doubts`: decides about recipients in doubt, all of them or some. `send-again` repeats
 * the email with its Message-ID, so that mail programs can recognise it; `leave` counts them as sent. 200 with
 * {@link Newsletter}.
 */
export type DoubtDecision = { decision: "send-again" | "leave"; emails?: string[] };

/**
 * `GET` and `PUT /admin/api/newsletters/settings`.
 *
 * @property postalAddress lines of the sender's address, which the law requires in each newsletter
 * @property isConfirmed whether a sign-up counts only after the link in a confirmation email (double opt-in)
 * @property welcome the email after a sign-up was confirmed; empty texts: none
 * @property perHour most newsletters in an hour, as the mail server allows; absent: no limit
 * @property perDomainAndHour most newsletters in an hour to one receiving domain; absent: no limit
 */
export type NewsletterSettings = {
  postalAddress: string;
  isConfirmed: boolean;
  welcome: { subject: string; body: string };
  perHour?: number;
  perDomainAndHour?: number;
};

/**
 * `GET /admin/api/newsletters/mail-key`: the key that signs emails (DKIM), for the domain of the sender. `POST` makes
 * one if there is none. `record` is the TXT record for the DNS of that domain; absent without a key. `domain` is absent
 * without a mail server.
 */
export type MailKey = { domain?: string; record?: { name: string; value: string } };

/** `GET /admin/api/newsletters/bounces?before={id}`: addresses whose emails bounced, latest first. */
export type Bounces = { bounces: Bounce[]; next: number | null };
/**
 * An address that gets no newsletters, or may soon get none. `hard`: it does not exist. `soft`: it could not be
 * reached; after three emails in 14 days it is blocked. `complaint`: its owner called an email spam.
 * `POST /admin/api/newsletters/bounces/{id}/lift` lets it get newsletters again, 204.
 */
export type Bounce = {
  id: number;
  email: string;
  kind: "hard" | "soft" | "complaint";
  isBlocked: boolean;
  at: string;
  reason: string;
};
