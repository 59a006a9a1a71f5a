/** Sentences of the dashboard. Others are in protocol/src/dashboard-messages.ts. */

import { OTHER_PAGES } from "@porchlight/protocol/analytics.ts";
import { SCREEN_PATHS } from "@porchlight/protocol/content.ts";
import { formatNumber } from "@porchlight/protocol/format-number.ts";
import { SUBSCRIBERS_TABLE, type SubscriberStatus } from "@porchlight/protocol/subscriber.ts";
import { SEARCH_INSIDE_LENGTH } from "@porchlight/protocol/subscriber-filter.ts";
import type { Span, Unit } from "./growth-buckets.ts";

export const dashboard = "Dashboard";
export const logout = "Logout";
export const viewSite = "View the site";
export const live = { connecting: "Connecting…", live: "Live", reconnecting: "Reconnecting…" } as const;
export const overview = "Overview";
export const subscribers = "Subscribers";
export const laterTabs = { newsletters: "Newsletters", website: "Website" } as const;
export const tabFailed = "This part of the dashboard could not be loaded.";
export const settings = "Settings";

export const recentSubscribers = "Recent Subscribers";
export const quickActions = "Quick Actions";
export const viewAll = "View All Subscribers";
export const refresh = "Refresh Data";

export const needsYou = "What needs you";
export const needsNothing = "No order waits for you.";

export function ordersToSend(count: number, language: string): string {
  return `${formatNumber(count, language)} ${count === 1 ? "order" : "orders"} to pack`;
}

export function ordersUnpaid(count: number, language: string): string {
  return `${formatNumber(count, language)} ${count === 1 ? "order waits" : "orders wait"} for payment`;
}

export function ordersToRefund(count: number, language: string): string {
  return `${formatNumber(count, language)} withdrawn ${count === 1 ? "order" : "orders"} to refund`;
}

export function piecesLeft(count: number, language: string): string {
  return count === 0 ? "sold out" : `${formatNumber(count, language)} left`;
}

export const takings = "Takings";

export function fromOrders(count: number, language: string): string {
  return `this month, from ${formatNumber(count, language)} ${count === 1 ? "order" : "orders"}`;
}

/** Shown instead of a number that could not be loaded. */
export const notLoaded = "–";

/** The numbers of the overview, and what each number counts. */
export const figures = {
  total: { term: "Total Subscribers", span: "on the list now" },
  week: { term: "This Week", span: "in the last 7 days" },
  month: { term: "This Month", span: "in the last 30 days" },
  rate: { term: "Growth Rate", span: "of the list is from the last 7 days" },
} as const;

/** The progress of preparing pictures. */
export function picturesInPreparation(done: { prepared: number; all: number }, language: string): string {
  const [prepared, all] = [done.prepared, done.all].map((count) => formatNumber(count, language));
  return (
    `Pictures are being prepared for every size of screen: ${prepared} of ${all} are ready. ` +
    "Of the others the site shows previews until then."
  );
}

export const growth = "Growth";
export const timeShown = "Time shown";
export const spans: Record<Span, string> = { month: "30 days", year: "12 months", all: "All time" };
export const units: Record<Unit, string> = { day: "Day", week: "Week", month: "Month" };
export const newSubscribers = "New";
export const total = "Total";
export const showAsTable = "Show as a table";

export const visits = "Visits";
export const mostSeen = "Most seen";
export const slides = "Moved to in the carousel";
export const day = "Day";
export const pageViews = "Page views";
/** Names of the screens, by path. */
export const screens: ReadonlyMap<string, string> = new Map([
  [SCREEN_PATHS.home, "Home"],
  [SCREEN_PATHS.about, "About"],
  [SCREEN_PATHS.music, "Music"],
  [SCREEN_PATHS.shows, "Shows"],
  [SCREEN_PATHS.shop, "Shop"],
  [SCREEN_PATHS.privacy, "Privacy Policy"],
  [SCREEN_PATHS.terms, "Terms of Service"],
  [SCREEN_PATHS.accessibility, "Accessibility Statement"],
  [OTHER_PAGES, "Addresses without a page"],
]);

export const exportTitle = "Export";
export const downloadJson = "Download JSON";
export const exportData = "Export Data";
export const exportStarting = "The file is being prepared…";
export const listmonkFile = "File for listmonk";
export const close = "Close";

export const searchAddresses = "Search addresses";
export const searchExample = "Part of an address";
export const searchHint = `Only beginnings match so far; from ${SEARCH_INSIDE_LENGTH} characters on, any part.`;
export const source = "Source";
export const everySource = "All sources";
export const everyStatus = "Everybody";
export const statuses: Record<SubscriberStatus, string> = { active: "Active", unsubscribed: "Unsubscribed" };
export const from = "From";
export const to = "To";
export const utc = "Days and times are in UTC.";
export const filteredFiles = "Files will hold the subscribers that match the filters.";
export const tableCaption = "Subscribers, a page at a time";
export const email = "Email";
export const subscribed = "Subscribed";
export const actions = "Actions";
export const removing = "Removing…";
export const pages = "Pages";
/** The pages of a list that is ordered by address. */
export const pagesByEmail = ["First", "Previous", "Next", "Last"] as const;

export const technicalDetails = "Technical details";
export const systemInfo = "System Info";
export const storageMethod = "Storage method";
export const storage = { builtin: "SQLite data file", hosted: "Supabase" } as const;
export const format = "Format";
/** Backticks mark code here and in the notes below. */
export const formatNote = `Table \`${SUBSCRIBERS_TABLE}\`, one row for each address; exported as JSON or CSV`;
export const created = "Created";
export const lastUpdated = "Last updated";
export const emails = "Emails";
export const unknown = "Unknown";
export const never = "Never";
export const productionNotes = "Production Notes";
export const notes = {
  list: {
    builtin:
      "The list is one file. A copy is made every day; `npm run backup` makes one now. Keep a copy on another machine.",
    hosted: "The list is stored by Supabase. Check there that backups are made.",
  },
  unsubscribeLink:
    "Both exports have each address’s unsubscribe link, `unsubscribe_url`, for every email. " +
    "A fan who follows it stays here as unsubscribed and is left out of CSV files.",
  removing:
    "Removing leaves only a fingerprint of an address, so that no import brings it back. Older copies hold it until they are deleted.",
  hostedShop: "The shop is hosted by Shopify. Orders, stock and refunds are seen and done there.",
  https: "Serve the site over https only. Otherwise others can read your password.",
  mail: {
    builtin: "Set up a mail server. Without one, the email for a forgotten password is a file in the `outbox` folder.",
    hosted:
      "Supabase sends the email for a forgotten password. Set up your own mail server there, and add this site to the " +
      "addresses that its links may lead to.",
  },
  running: "`docs/running.md` says how to go live.",
} as const;
/** @param area the name of the area that opens; absent: the list of all areas */
export const openNamed = (area = "Website") => `Open ${area}`;
export const people = {
  title: "What you have about people",
  note: "If somebody asks what you have about them, send them their file: list, consent, newsletters, bounces, reminders and orders.",
  save: "Download their file",
  loading: "Loading...",
  saved: "The file is saved. Send it to that person only.",
  saveTheirConsent: "Download their consent",
  deleteTheirConsent: "Delete their consent",
  delete: "Delete",
  deleteQuestion: (email: string) => `Delete what ${email} agreed to?`,
  deleteMeans: "Do this only if they ask for it: afterwards you cannot show that they agreed to your emails.",
  deleted: (count: number) =>
    count === 0 ? "There is no consent of this address." : "The consent of this address is deleted.",
  notDeleted: "It could not be deleted. Please try again.",
  consentNote: "What everyone on the list agreed to: the sentence, the page and the times, one line for each event.",
  saveConsent: "Download everyone's consent",
  consentSaved: "The record of consent is saved.",
  notSaved: "The file could not be saved. Please try again.",
} as const;
export const showReminders = "Emails about shows";
export const showRemindersNote =
  "Fans who ask for these are not on your list, and each email has a link to stop them. " +
  "Removing a subscriber deletes their requests too.";
export const deleteRequests = "Delete the requests";
export const notDeleted = "The requests could not be deleted. Please try again.";
export function requestsDeleted(count: number): string {
  if (count === 0) return "This address had asked for nothing about shows.";
  return count === 1 ? "The request of this address is deleted." : `The ${count} requests of this address are deleted.`;
}
export const dangerZone = "Danger Zone";
export const deletion = "Deletion of all data must be done through the database dashboard.";
export const clearAll = "Clear All Data (Disabled)";

/** @param count as a number in the artist's language, or "…" while it is loading */
export const subscribersTab = (count: string) => `Subscribers (${count})`;

/** @param count see {@link subscribersTab} */
export const ordersTab = (count: string) => `Orders (${count})`;

/** "1 subscriber", "1,204 subscribers". */
function countSubscribers(count: number, language: string): string {
  return `${formatNumber(count, language)} ${count === 1 ? "subscriber" : "subscribers"}`;
}

/** "12 active, 1 has left": both parts of the list. */
export function activeAndUnsubscribed(active: number, unsubscribed: number, language: string): string {
  return `${formatNumber(active, language)} active, ${formatNumber(unsubscribed, language)} ${unsubscribed === 1 ? "has" : "have"} left`;
}

/** "13 subscribers, 1 of them has left". */
export function listInWords(all: number, unsubscribed: number, language: string): string {
  const subscribers = countSubscribers(all, language);
  if (unsubscribed === 0) return subscribers;
  return `${subscribers}, ${formatNumber(unsubscribed, language)} of them ${unsubscribed === 1 ? "has" : "have"} left`;
}

export function matchesInWords(matches: number, language: string): string {
  return `${countSubscribers(matches, language)} ${matches === 1 ? "matches" : "match"}`;
}

export const newPer = (unit: Unit) => `New per ${unit}`;
export const pageViewsIn = (days: number) => `Page views in ${days} days`;

/** @param date a day in words */
export const onDay = (date: string) => `On ${date}`;
export const removeSubscriber = (email: string) => `Remove ${email}`;
export const rowsWritten = (fileName: string) => `Rows written to ${fileName}`;

export function rowsOf(rows: number, total: number, language: string): string {
  return `${formatNumber(rows, language)} of ${formatNumber(total, language)} rows`;
}

export const exportRunning = (fileName: string) => `Your browser is saving ${fileName}.`;

export function exportFinished(fileName: string, rows: number, language: string): string {
  return `${fileName} is complete: ${countSubscribers(rows, language)}.`;
}
