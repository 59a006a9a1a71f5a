/** A form as it was sent: each field once. */
export type Form = Readonly<Record<string, string>>;

/** What went wrong with a field, by its name; the empty name stands for the whole form. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Longest text that a form field is read from, in characters; the rest is dropped. */
const FIELD_MAX_LENGTH = 6_000;
/** Fields of one form at most; the longest has fifteen. */
const FIELDS_MAX = 60;

/**
 * Reads a form sent as `application/x-www-form-urlencoded`. Of a field that comes twice the last one counts.
 * Control characters go, since no keyboard has them, and a note keeps its line breaks.
 */
export function readForm(body: string): Form {
  const form: Record<string, string> = Object.create(null);
  let fields = 0;
  for (const [name, value] of new URLSearchParams(body)) {
    fields += 1;
    if (fields > FIELDS_MAX) break;
    form[name] = value
      .slice(0, FIELD_MAX_LENGTH)
      .replace(/\r\n?/g, "\n")
      // Half of a sign goes too: the cut may have left one.
      .replace(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === "\n" ? sign : ""))
      .trim();
  }
  return form;
}

/** A field that is not there is an empty one. */
export function field(form: Form, name: string): string {
  return form[name] ?? "";
}

/** A whole number of at most fifteen digits, which a number holds exactly; undefined for anything else. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
