/** The values of a form by field name. */
export type Form = Readonly<Record<string, string>>;

/** Errors by field name; the empty name stands for the whole form. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Maximum number of characters that are read from a form field; the rest is dropped. */
const FIELD_MAX_LENGTH = 6_000;
/** Maximum number of fields that are read from a form; our longest form has fifteen. */
const FIELDS_MAX = 60;
/**
 * Maximum number of encoded characters of a form that are read; our longest field takes 54,000 in any language. Of each
 * further field only the beginning is read.
 */
const FORM_MAX_LENGTH = 64 * 1024;
const BEGINNING_LENGTH = 1_000;

/**
 * Parses a form sent as `application/x-www-form-urlencoded`. If several fields have the same name, the last one counts.
 * Removes control characters, except for line breaks.
 */
export function readForm(body: string): Form {
  const form: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(shorten(body))) {
    form[name] = value
      .slice(0, FIELD_MAX_LENGTH)
      .replace(/\r\n?/g, "\n")
      // Also removes a lone surrogate, which cutting the text may have left.
      .replace(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === "\n" ? sign : ""))
      .trim();
  }
  return form;
}

/** Only this is decoded, because a stranger's form of 100,000 fields would take a third of a second. */
function shorten(body: string): string {
  let left = FORM_MAX_LENGTH;
  const fields = body.split("&", FIELDS_MAX).map((field) => {
    const read = field.slice(0, Math.max(left, BEGINNING_LENGTH));
    left -= read.length;
    return read;
  });
  return fields.join("&");
}

/** Returns the value of a field; empty if the field is missing. */
export function field(form: Form, name: string): string {
  return form[name] ?? "";
}

/** A whole number of at most fifteen digits, which a number holds exactly; undefined for anything else. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
