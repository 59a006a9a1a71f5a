/** Sentences of the dashboard's Newsletters tab. */
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import type {
  Bounce,
  LeftOutReason,
  NewsletterFigures,
  NewsletterState,
  PauseReason,
  RecipientCounts,
  SendingProblem,
} from "@porchlight/protocol/newsletters.ts";

export const title = "Newsletters";
export const newNewsletter = "New newsletter";
export const settings = "Settings";
export const back = "All newsletters";
export const noSubject = "No subject yet";
export const empty = "You have not written a newsletter yet.";
export const emptyAbout = "A newsletter is an email to everyone on your list, or to a part of it.";
export const listFailed = "The newsletters could not be loaded.";
export const openFailed = "This newsletter could not be loaded.";
export const gone = "There is no such newsletter any more.";
export const actionFailed = "This did not work. Please try again.";
export const stateChanged = "The newsletter has changed meanwhile. Here is how it is now.";

export const states: Readonly<Record<NewsletterState, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  cancelled: "Stopped",
  sent: "Sent",
};

export const changedOn = (time: string) => `Changed ${time}`;
export const progress = (done: number, all: number, language: string) =>
  `${formatNumber(done, language)} of ${formatNumber(all, language)}`;

/** Why a newsletter waits, in a few words for the list. */
export const pausedBecause: Readonly<Record<PauseReason, string>> = {
  owner: "By you",
  late: "Its time passed while the site was off",
  restored: "A backup was restored",
  "sign-in": "The mail server refused the sign-in",
  refused: "The mail server refused one email after another",
  "in-doubt": "The mail server did not confirm one email after another",
  "not-ready": "Something was missing",
  moved: "The subscriber list has moved",
};

/** What to do about it. */
export const pauseAdvice: Readonly<Record<PauseReason, string>> = {
  owner: "Nobody gets it until you resume.",
  late: "It was due more than an hour before the site could send it. Is it still right? Then send it now.",
  restored:
    "The backup may be older than what was sent. Some readers may already have this newsletter, and would get it again. Resume only if that is fine.",
  "sign-in":
    "The name or the password for the mail server is wrong, or your mail provider blocks it. Correct it, start the site again, then resume.",
  refused:
    "Your mail provider may allow only so many emails in an hour: write the number into the settings of newsletters. Or it does not trust what you send: ask your provider. Then resume. Those whose email it refused get it then.",
  "in-doubt":
    "Each time the connection broke after the email was handed over. Ask your mail provider why, then resume, and decide below about those who are in doubt.",
  "not-ready":
    "See below what is missing. When that is solved, send the newsletter. Before its sending has begun, you can also make it a draft again and change it.",
  moved: "It was begun with another list. Stop it, and send a copy of it to the new list.",
};

export const missing = {
  title: "Before you can send",
  postalAddress: "Add your address",
  checkUp: "Go to the check-up",
  subject: "Go to the subject",
  body: "Go to the text",
  audience: "Choose who gets it",
} as const;

/** Where each problem is solved. */
export const solutions: Readonly<Record<SendingProblem["code"], string>> = {
  "no-mail-server": missing.checkUp,
  "no-public-address": missing.checkUp,
  "no-postal-address": missing.postalAddress,
  "no-subject": missing.subject,
  "no-body": missing.body,
  "bad-block": missing.body,
  "too-large": missing.body,
  "no-recipients": missing.audience,
};

export const begin = {
  title: "New newsletter",
  about: "Begin with",
  empty: "An empty page",
  release: "A release",
  show: "A show",
  newsletter: "A copy of an earlier newsletter",
  which: { release: "Which release", show: "Which show", newsletter: "Which newsletter" },
  choose: "Choose…",
  none: { release: "You have no releases yet.", show: "You have no shows yet.", newsletter: "There is none yet." },
  confirm: "Begin",
  gone: "This is not there any more. Choose something else.",
} as const;

export const write = {
  heading: "Write",
  subject: "Subject",
  subjectHint: "The line that people see before they open the email.",
  preheader: "Preheader",
  preheaderHint:
    "The words that mail programs show behind the subject. If it is empty, they show the first words of the text.",
  body: "Text",
  insert: "Insert",
  archive: "Show it on the website",
  archiveHint:
    "Once it is sent, everybody can read it at an address of its own, without names or addresses of readers.",
} as const;

export const fieldNames = {
  subject: write.subject,
  preheader: write.preheader,
  body: write.body,
  segment: "Who gets it",
  isInArchive: write.archive,
} as const;
export const yes = "Yes";
export const no = "No";

export const save = {
  saved: "Saved",
  saving: "Saving…",
  retrying: "Not saved yet; trying again…",
  refused: "The last change could not be saved.",
} as const;
export const noDraft =
  "Your last change is not in it: the newsletter is no longer a draft. Make it a draft again to see it.";

export const insert = {
  title: "Insert",
  kind: "What",
  kinds: {
    picture: "Picture",
    button: "Button",
    release: "Release with its cover",
    tracks: "Songs of a release",
    product: "Product",
    show: "Show",
    shows: "The next shows",
  },
  pictures: "Which picture",
  alt: "What it shows, for people who cannot see it",
  words: "Words on the button",
  address: "Where it leads",
  addressHint: "An address such as https://example.com, or a page of your site such as /music.",
  wrongAddress:
    "This is no address. Copy the whole address from your browser, or type a page of your site such as /music.",
  which: { release: "Which release", tracks: "Which release", product: "Which product", show: "Which show" },
  none: {
    picture: "You have no pictures yet. Upload one under Website, Pictures.",
    release: "You have no releases yet.",
    tracks: "You have no releases yet.",
    product: "You have no products yet.",
    show: "You have no shows yet.",
  },
  showsAbout: "The next five shows that take place, with their dates, as they are when the newsletter goes out.",
  choose: "Choose…",
  confirm: "Insert",
  failed: "What can be inserted could not be loaded.",
} as const;

export const preview = {
  title: "Preview",
  frame: "The email",
  view: "View",
  views: { light: "Light", dark: "Dark", text: "Text only" },
  failed: "The preview could not be made.",
  loading: "The preview is being made…",
  size: (bytes: number, language: string) =>
    `${formatNumber(Math.max(1, Math.round(bytes / 1_000)), language)} kB. Mail programs cut off what is above 102 kB.`,
  from: (subject: string) => subject || noSubject,
} as const;

export const test = {
  send: "Send me a test",
  sending: "Sending the test…",
  sent: (to: string) => `The test email is on its way to ${to}.`,
  failed: "The test email could not be sent.",
} as const;

export const notStored = "The last changes are not saved yet. Please try again in a moment.";

export const audience = {
  heading: "Who gets it",
  everyone: "Everyone on the list",
  part: "Only a part of the list",
  partHint: "Somebody gets it only if all of this is true.",
  sources: "How they joined",
  from: "Joined from",
  to: "Joined until",
  days: "Days are in UTC.",
  bought: "What they bought",
  boughtAny: "Anything or nothing",
  boughtAnything: "Anything",
  boughtDownloads: "Downloads",
  boughtProduct: (title: string) => `Product: ${title}`,
  town: "Town they want to hear about",
  townAny: "Any town",
  recipients: (count: number, language: string) =>
    count === 1 ? "1 person gets it" : `${formatNumber(count, language)} people get it`,
  nobody: "Nobody gets it",
  counting: "Counting…",
  failed: "The people could not be counted.",
  leftOut: "Left out:",
  choicesFailed: "The choices could not be loaded.",
  wrongDays: "The first day is after the last.",
} as const;

/** "3 have unsubscribed": how many are left out, and why. */
export const leftOut: Readonly<Record<LeftOutReason, (count: number, language: string) => string>> = {
  segment: (count, language) => `${formatNumber(count, language)} not in this part of the list`,
  unsubscribed: (count, language) => `${formatNumber(count, language)} unsubscribed`,
  bounced: (count, language) => `${formatNumber(count, language)} whose emails came back`,
  complained: (count, language) => `${formatNumber(count, language)} who called an email spam`,
};

export const send = {
  review: "Review and send",
  title: "Send the newsletter",
  subject: "Subject",
  to: "Goes to",
  people: (count: number, language: string) => (count === 1 ? "1 person" : `${formatNumber(count, language)} people`),
  when: "When",
  now: "Now",
  later: "Later",
  at: "Day and time",
  tooLate: "Choose a time within a year.",
  skipped: (time: string) => `On that day the clocks skip this time. Choose another, for example ${time}.`,
  twice: "On that day the clocks show this time twice. Which one?",
  first: (zone: string) => `The first time (${zone})`,
  second: (zone: string) => `The second time (${zone})`,
  atTime: (time: string) => `It goes out on ${time}.`,
  confirmNow: (count: number, language: string) =>
    count === 1 ? "Send to 1 person now" : `Send to ${formatNumber(count, language)} people now`,
  confirmLater: "Schedule it",
  sending: "One moment…",
  back: "Not yet",
  cannotUndo: "What is sent cannot be taken back.",
  started: "The newsletter is being sent.",
  scheduled: (time: string) => `It goes out on ${time}.`,
  loading: "Checking the newsletter…",
  loadFailed: "The newsletter could not be checked.",
} as const;

export const remove = {
  verb: "Delete",
  question: "Delete this newsletter?",
  about: "It cannot be brought back.",
  done: "The newsletter is deleted.",
} as const;

export const run = {
  progressLabel: "Progress",
  pause: "Pause",
  resume: "Resume",
  sendNow: "Send it now",
  toDraft: "Make it a draft again",
  stop: "Stop for good",
  stopQuestion: "Stop this newsletter for good?",
  stopAbout: "Readers who have it already keep it. Nobody else gets it, and it cannot be resumed.",
  stopBack: "Go on",
  copy: "Write a copy",
  scheduled: (time: string) => `It goes out on ${time}. Until then you can make it a draft again and change it.`,
  sending: "It is being sent. You can close this page.",
  waitsFor: {
    server: "The mail server fails at present. The newsletter goes on by itself; you can close this page.",
    retries: "Everybody was tried. The mail server takes the others later, and is asked again by itself.",
  },
  done: "Everybody on it has been dealt with.",
  cancelled: "You stopped it. Readers who have it already keep it; nobody else gets it.",
  publicPage: "Read it on the website",
  takeOff: "Take it off the website",
  putOn: "Put it on the website",
  what: "What was written",
} as const;

/** The counts while a newsletter is sent. */
export const counts: Readonly<Record<Exclude<keyof RecipientCounts, "frozen">, { term: string; about: string }>> = {
  sent: { term: "Sent", about: "accepted by the mail server" },
  waiting: { term: "Waiting", about: "get it soon" },
  inDoubt: { term: "In doubt", about: "may have it or not" },
  refused: { term: "Refused", about: "their mail server refused it" },
  left: { term: "Unsubscribed", about: "before their turn" },
};

export const doubts = {
  heading: "In doubt",
  about: "The connection broke after the email was handed over. They may have it or not.",
  again: "Send again to all",
  leave: "Count all as sent",
  againAbout: "Sending again: most mail programs show it once even if it arrives twice.",
  leaveAbout: "Counting as sent: they get nothing more of this newsletter.",
  againOne: (email: string) => `Send again: ${email}`,
  leaveOne: (email: string) => `Count as sent: ${email}`,
  againShort: "Send again",
  leaveShort: "Count as sent",
  question: (count: number, language: string) =>
    count === 1 ? "Send it to this address again?" : `Send it to ${formatNumber(count, language)} addresses again?`,
  done: "Done.",
  failed: "The addresses could not be loaded.",
  more: "Show more",
} as const;

export const refusals = {
  heading: "Refused",
  about:
    "The mail server of these addresses refused the email. Addresses that do not exist get no further newsletters.",
  failed: "The addresses could not be loaded.",
  noReason: "No reason given",
} as const;

/** What a mail server's code means. Source: RFC 3463. */
const REASONS: readonly [code: RegExp, meaning: string][] = [
  [/^[45]\.1\./, "There is no such address"],
  [/^550$/, "Refused: perhaps there is no such address"],
  [/^address$/, "No mail server accepts this address"],
  [/^[45]\.2\.2|^552$/, "The mailbox is full"],
  [/^[45]\.2\.|^553$/, "The mailbox accepts no emails"],
  [/^[45]\.3\.4/, "The email is too large"],
  [/^[45]\.4\./, "The mail server could not be reached"],
  [/^[45]\.7\.|^554$/, "Refused, perhaps as spam"],
  [/^4|^421|^45/, "Refused for now"],
];

/** "There is no such address (5.1.1)". */
export function reasonInWords(reason: string | undefined): string {
  if (reason === undefined || reason === "") return refusals.noReason;
  const meaning = REASONS.find(([code]) => code.test(reason))?.[1];
  return meaning === undefined ? reason : `${meaning} (${reason})`;
}

export const figures = {
  heading: "What became of it",
  about:
    "There is no hidden picture in the email and no link that tells readers apart, so nobody knows who has read it. These are the things that can be counted without spying.",
  of: {
    accepted: "by the mail server",
    bounced: "after the mail server had accepted them",
    unsubscribed: "through this newsletter",
    complained: "by readers",
    visits: "of your site through its links",
  } satisfies Record<keyof NewsletterFigures, string>,
  names: {
    accepted: "Accepted",
    bounced: "Came back",
    unsubscribed: "Unsubscribed",
    complained: "Called it spam",
    visits: "Visits",
  } satisfies Record<keyof NewsletterFigures, string>,
} as const;

/** The figures in a sentence. */
export function figuresInWords(
  { accepted, bounced, unsubscribed, visits }: NewsletterFigures,
  language: string,
): string {
  const number = (count: number) => formatNumber(count, language);
  const arrived = accepted - bounced;
  return (
    `${number(Math.max(0, arrived))} ${arrived === 1 ? "email" : "emails"} arrived as far as we know, ` +
    `${number(unsubscribed)} ${unsubscribed === 1 ? "reader" : "readers"} unsubscribed, ` +
    `and your site had ${number(visits)} ${visits === 1 ? "visit" : "visits"} through it.`
  );
}

export const setup = {
  title: "Newsletter settings",
  failed: "The settings could not be loaded.",
  save: "Save",
  saving: "Saving…",
  saved: "The settings are saved.",
  saveFailed: "The settings could not be saved. Please try again.",
  addressHeading: "Your postal address",
  address: "Address",
  addressHint:
    "The law of most countries requires it in every newsletter, so it is at the end of each one. A P.O. box or the address of your label is fine.",
  confirmHeading: "Signing up",
  confirm: "Ask new subscribers to confirm by email",
  confirmHint:
    "Recommended. A sign-up counts only after the link in an email is used, so nobody can be signed up by somebody else, and mail providers trust you more. In Germany and Austria it is expected.",
  confirmHosted:
    "The list is at Supabase, where sign-ups count at once. The switch works with the site's own list only.",
  welcomeHeading: "Welcome email",
  welcomeAbout: "Goes to everybody who has confirmed. Leave both empty to send none.",
  welcomeSubject: "Subject",
  welcomeBody: "Text",
  welcomeHalf: "A welcome email needs both, a subject and a text.",
  paceHeading: "How fast",
  paceAbout: "Your mail provider tells you how many emails it accepts. If you do not know, leave both empty.",
  perHour: "Emails in an hour",
  perDomain: "Emails in an hour to one provider, such as gmail.com",
  noLimit: "No limit",
  wrongNumber: "Type a whole number, or leave it empty.",
  unsaved: "There are changes that are not saved.",
  leaveQuestion: "Leave without saving?",
  leave: "Leave",
} as const;

export const bounces = {
  heading: "Addresses whose emails came back",
  about: "They get no newsletters, so that mail providers go on trusting you.",
  empty: "No email has come back.",
  failed: "The addresses could not be loaded.",
  lift: "Let it get newsletters again",
  liftOne: (email: string) => `Let it get newsletters again: ${email}`,
  lifted: (email: string) => `${email} gets newsletters again.`,
  question: "Let it get newsletters again?",
  questionAbout: (email: string) =>
    `${email} gets the next newsletter. If that comes back too, the address is blocked again.`,
  questionComplaint: (email: string) =>
    `The owner of ${email} called an email spam. Write to them again only if they asked you to.`,
  verb: "Let it",
  older: "Show older ones",
  notYet: "Not blocked yet",
  kinds: {
    hard: "The address does not exist",
    soft: "It could not be reached",
    complaint: "Called an email spam",
  } satisfies Record<Bounce["kind"], string>,
} as const;
