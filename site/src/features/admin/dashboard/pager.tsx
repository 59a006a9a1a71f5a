import type { Bookmark, Order, Place, SubscriberPage } from "../../../api/subscribers.ts";
import { useLanguage } from "../../../ui/language.ts";
import { DashboardButton } from "../shared/dashboard-button.tsx";
import { formatDay, formatSpan } from "../shared/format.ts";
import { newer, newest, older, oldest } from "../shared/words.ts";
import * as words from "./words.ts";

/** Names of the buttons for each order. */
const NAMES = {
  newestFirst: [newest, newer, older, oldest],
  oldestFirst: [oldest, older, newer, newest],
  byEmail: words.pagesByEmail,
} as const;

/** Moves between pages. The query finds a page by a row at its edge, so the last page is as fast as the first. */
export function Pager(props: { page: SubscriberPage; order: Order; onMove: (place: Place) => void }) {
  const { page, order, onMove } = props;
  const language = useLanguage();
  const [first, last] = [page.rows[0], page.rows.at(-1)];
  if (!first || !last || !(page.hasPrevious || page.hasNext)) return null;
  const names = NAMES[order.by === "email" ? "byEmail" : order.ascending ? "oldestFirst" : "newestFirst"];
  return (
    <nav className="pager" aria-label={words.pages}>
      <DashboardButton isDisabled={!page.hasPrevious} onClick={() => onMove({ at: "start" })}>
        {names[0]}
      </DashboardButton>
      <DashboardButton isDisabled={!page.hasPrevious} onClick={() => onMove({ at: "before", row: bookmark(first) })}>
        {names[1]}
      </DashboardButton>
      <p className="pager-span" role="status">
        {formatEdges(order, [first, last], language)}
      </p>
      <DashboardButton isDisabled={!page.hasNext} onClick={() => onMove({ at: "after", row: bookmark(last) })}>
        {names[2]}
      </DashboardButton>
      <DashboardButton isDisabled={!page.hasNext} onClick={() => onMove({ at: "end" })}>
        {names[3]}
      </DashboardButton>
    </nav>
  );
}

function bookmark({ id, email, subscribed_at }: Bookmark): Bookmark {
  return { id, email, subscribed_at };
}

function formatEdges(order: Order, [first, last]: [Bookmark, Bookmark], language: string): string {
  if (order.by === "email") return `${first.email} – ${last.email}`;
  return formatSpan(formatDay(first.subscribed_at, language), formatDay(last.subscribed_at, language));
}
