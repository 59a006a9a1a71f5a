import { type AnalyticsBody, EVENTS_MAX, ITEM_NAME_MAX_LENGTH } from "@porchlight/protocol/analytics.ts";
import * as v from "valibot";
import { jsonOf, type Parsed, parse } from "../shared/parse-request.ts";

/** Maximum length of a screen's path, in characters. */
const PATH_MAX_LENGTH = 200;
/** Highest index of an album. No carousel has as many albums. */
const INDEX_MAX = 10_000;

const Line = v.pipe(
  v.string("It has to be a text."),
  v.check((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), "It has to be one line of text."),
);
const PagePath = v.pipe(
  Line,
  v.startsWith("/", "It has to begin with a slash."),
  v.maxLength(PATH_MAX_LENGTH, `At most ${PATH_MAX_LENGTH} characters.`),
);
const ItemName = v.pipe(
  Line,
  v.nonEmpty("It may not be empty."),
  v.maxLength(ITEM_NAME_MAX_LENGTH, `At most ${ITEM_NAME_MAX_LENGTH} characters.`),
);
const Index = v.pipe(
  v.number("It has to be a number."),
  v.integer("It has to be a whole number."),
  v.minValue(0, "It may not be less than 0."),
  v.maxValue(INDEX_MAX, `It may not be more than ${INDEX_MAX}.`),
);

const Newsletter = v.pipe(v.number("It has to be a number."), v.integer("It has to be a whole number."), v.minValue(1));

/** Every object is strict, so that no event can say who the visitor was. */
const Event = v.variant(
  "name",
  [
    v.strictObject({
      name: v.literal("page_view"),
      params: v.strictObject({ page_path: PagePath, newsletter: v.exactOptional(Newsletter) }),
    }),
    v.strictObject({ name: v.literal("slide_change"), params: v.strictObject({ item_name: ItemName, index: Index }) }),
  ],
  "It has to be page_view or slide_change.",
);

const Body = v.strictObject(
  {
    events: v.pipe(
      v.array(Event, "It has to be a list of events."),
      v.nonEmpty("There has to be an event."),
      v.maxLength(EVENTS_MAX, `At most ${EVENTS_MAX} events at once.`),
    ),
  },
  "The body has to be a JSON object that holds events and nothing else.",
);

/** Parses the events of a JSON body, with any media type. @returns the events, or a message that says what is wrong */
export function parseEvents(body: string): Parsed<v.GenericSchema<unknown, AnalyticsBody>> {
  return parse(Body, jsonOf(body));
}
