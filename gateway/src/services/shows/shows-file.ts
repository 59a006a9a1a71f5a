import { SHOW_STATUSES } from "@porchlight/protocol/shows.ts";
import * as v from "valibot";
import type { Issue } from "../../content/content-file.ts";
import {
  address,
  amount,
  currency,
  field,
  fileName,
  list,
  optionalField,
  optionalText,
  text,
  timeZone,
  withRule,
  yesNo,
} from "../../content/fields.ts";
import { isOnCalendar } from "../../lib/calendar.ts";
import { country } from "../shared/addresses/country-field.ts";

/** No show may have this id: `/shows/embed` is the page for frames of other sites. */
export const EMBED_ID = "embed";

const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** A show in another century is a typing mistake, and its calendar would have thousands of clock changes. */
const DAY = /^(19|20)\d{2}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DAY_AND_TIME = /^(19|20)\d{2}-\d{2}-\d{2}[ T]([01]\d|2[0-3]):[0-5]\d$/;

const id = withRule(
  v.pipe(
    text,
    v.maxLength(100, "is too long"),
    v.regex(ID, "must be small letters, digits and dashes: 2026-kingston"),
    v.notValue(
      EMBED_ID,
      `cannot be ${EMBED_ID}: /shows/${EMBED_ID} is the page that other sites show; add the year or the town`,
    ),
  ),
  { type: ["string", "integer", "boolean"], pattern: `^(?!${EMBED_ID}$)${ID.source.slice(1)}`, minimum: 0 },
);

const day = withRule(
  v.pipe(
    text,
    v.regex(DAY, "must be a day such as 2026-12-05"),
    // This check also runs on text that the pattern above has rejected.
    v.check((written) => !DAY.test(written) || isOnCalendar(written), "is not on the calendar"),
  ),
  { type: "string", pattern: DAY.source },
);

const time = withRule(v.pipe(text, v.regex(TIME, "must be a time such as 20:00")), {
  type: "string",
  pattern: TIME.source,
});

const dayAndTime = withRule(
  v.pipe(
    text,
    v.regex(DAY_AND_TIME, "must be a day and a time, such as 2026-11-01 09:00"),
    v.check((written) => !DAY_AND_TIME.test(written) || isOnCalendar(written.slice(0, 10)), "is not on the calendar"),
    v.transform((written) => ({ day: written.slice(0, 10), time: written.slice(11) })),
  ),
  { type: "string", pattern: DAY_AND_TIME.source },
);

/** In YAML, a number or yes is not an address. */
const ticketAddress = withRule(address, { type: "string", pattern: "^https?://\\S+$" });

const status = withRule(
  v.pipe(text, v.toLowerCase(), v.picklist(SHOW_STATUSES, `must be one of: ${SHOW_STATUSES.join(", ")}`)),
  { enum: SHOW_STATUSES },
);

const TicketsSchema = v.strictObject({
  url: optionalField(ticketAddress, "Where they are sold.", "https://tickets.example/kingston"),
  from: optionalField(dayAndTime, "When the sale begins, on the venue's clock.", "2026-10-01 10:00"),
  price: optionalField(amount, "The lowest price.", "18.00"),
  currency: optionalField(currency, "The currency of the price, if it is not that of your shop.", "CAD"),
  free: field(v.optional(yesNo, "no"), "yes if nobody has to pay."),
});

const ShowSchema = v.strictObject({
  id: field(id, "The end of its address, /shows/2026-kingston. Never change it.", "2026-kingston"),
  date: field(day, "The day of the show, at the venue.", "2026-12-05"),
  doors: optionalField(time, "When the doors open, on the venue's clock.", "19:00"),
  starts: optionalField(time, "When the music begins.", "20:00"),
  ends: optionalField(time, "When it ends. A time before the beginning is on the next day.", "23:00"),
  timeZone: optionalField(
    timeZone,
    "The venue's time zone. Leave it out unless a message asks for it: it is known from the town.",
    "America/Toronto",
  ),
  venue: field(text, "The name of the place.", "The Tall Ship"),
  address: optionalField(text, "Street and number.", "12 Water Street"),
  town: field(text, "The town.", "Kingston"),
  region: optionalField(text, "The state or province."),
  country: field(country, "The country, as two capital letters.", "CA", "US", "GB"),
  name: optionalField(text, "The name of the evening or the festival, if it has one.", "Harbour Nights"),
  lineup: field(list(text), "Everyone who plays, in the order of the poster; you as well.", ["Harbour Line"]),
  tickets: optionalField(TicketsSchema, "Where tickets are sold, from when, and for how much."),
  soldOut: field(v.optional(yesNo, "no"), "yes once there are no more tickets. The link to them disappears."),
  status: field(
    v.optional(status, "confirmed"),
    "confirmed, postponed (no new date yet), rescheduled (a new date), moved (another venue) or cancelled.",
  ),
  movedFrom: optionalField(
    text,
    "The date before, if it is rescheduled; the venue before, if it is moved.",
    "2026-11-20",
  ),
  announce: optionalField(
    dayAndTime,
    "Nobody sees anything of the show before this minute, on the venue's clock.",
    "2026-11-01 09:00",
  ),
  picture: optionalField(
    v.strictObject({
      name: field(fileName, "A file in content/images, without its ending.", "kingston-poster"),
      alt: field(optionalText, "What the picture shows, for people who cannot see it."),
    }),
    "A poster or another picture.",
  ),
  age: optionalField(text, "Who may come in, in words.", "19 and over"),
  access: optionalField(
    text,
    "What people with disabilities want to know.",
    "Step-free from the street; seats on request.",
  ),
  note: optionalField(text, "Anything else.", "With a string quartet."),
  setlist: field(list(text), "What you played, as titles, once the show is over."),
});

/** Schema of `shows.yaml`. {@link checkShows} compares values with each other. */
export const ShowsFileSchema = v.strictObject({
  shows: field(list(ShowSchema), "Every show, past and future."),
});

/** A show as it is in the file. Times are those of the venue's clock. */
export type WrittenShow = v.InferOutput<typeof ShowSchema>;

/** Finds ids that are used twice, and values of one show that contradict each other. */
export function checkShows(shows: readonly WrittenShow[]): Issue[] {
  const ids = new Map<string, number>();
  return shows.flatMap((show, at) => {
    const issue = (key: string, message: string): Issue => ({ path: ["shows", at, key], message });
    const { id, doors, starts, status, movedFrom, tickets, soldOut } = show;
    const before = ids.get(id);
    ids.set(id, before ?? at);
    const isFree = tickets?.free === true;
    return [
      ...(before === undefined ? [] : [issue("id", `"${id}" is already the id of show ${before + 1}`)]),
      ...(doors !== undefined && starts !== undefined && doors > starts && !isNight(doors, starts)
        ? [issue("doors", `the doors cannot open at ${doors}, after the beginning at ${starts}`)]
        : []),
      ...(status === "rescheduled" && !(movedFrom !== undefined && DAY.test(movedFrom) && isOnCalendar(movedFrom))
        ? [issue("movedFrom", "must be the date before, such as 2026-11-20, because the show is rescheduled")]
        : []),
      ...(status === "moved" && movedFrom === undefined
        ? [issue("movedFrom", "must be the venue before, because the show is moved")]
        : []),
      ...(movedFrom !== undefined && status !== "moved" && status !== "rescheduled"
        ? [issue("movedFrom", "is only for a show whose status is moved or rescheduled")]
        : []),
      ...(isFree && tickets?.price !== undefined && Number(tickets.price) > 0
        ? [issue("tickets", "have a price, but are free; keep one of the two")]
        : []),
      ...(soldOut && isFree && tickets?.url === undefined
        ? [issue("soldOut", "is yes, but nothing is sold: the show is free")]
        : []),
    ];
  });
}

/** Whether a show begins after midnight, in the night after its day: doors at 23:30, beginning at 00:30. */
function isNight(doors: string, starts: string): boolean {
  return doors >= "18:00" && starts < "06:00";
}
