import type { ExportRequest } from "@porchlight/protocol/admin.ts";
import { EMAIL_MAX_LENGTH } from "@porchlight/protocol/subscriber.ts";
import * as v from "valibot";
import { isOnCalendar } from "../../../lib/calendar.ts";
import { jsonOf, parse } from "../../shared/parse-request.ts";

/** Longest source in a filter, in characters. */
const SOURCE_MAX_LENGTH = 200;

const Day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/, "Days are written YYYY-MM-DD."),
  v.check(hasNeighbours, "There is no such day."),
);
const Text = (longest: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(longest),
    v.check((text) => text.isWellFormed() && !text.includes("\0"), "It has characters that are not valid in a text."),
  );

const Request = v.strictObject({
  format: v.picklist(["json", "csv", "listmonk"]),
  filter: v.optional(
    v.strictObject({
      email: v.exactOptional(Text(EMAIL_MAX_LENGTH)),
      source: v.exactOptional(Text(SOURCE_MAX_LENGTH)),
      status: v.exactOptional(v.picklist(["active", "unsubscribed"])),
      from: v.exactOptional(Day),
      to: v.exactOptional(Day),
    }),
    {},
  ),
});

/** Parses the body of `POST /admin/api/exports`. */
export function parseExportRequest(
  body: string,
): { ok: true; request: Required<ExportRequest> } | { ok: false; message: string } {
  const parsed = parse(Request, jsonOf(body));
  return parsed.ok ? { ok: true, request: withDefaultStatus(parsed.value) } : parsed;
}

/** CSV goes into a mailing tool, which would send emails to unsubscribed addresses. JSON holds the whole list. */
function withDefaultStatus(request: Required<ExportRequest>): Required<ExportRequest> {
  if (request.format === "json") return request;
  return { ...request, filter: { status: "active", ...request.filter } };
}

/** Whether a day exists and has a day before and after it. A filter compares with those days. */
function hasNeighbours(day: string): boolean {
  return isOnCalendar(day) && day > "0001-01-01" && day < "9999-12-31";
}
