import type { Widget } from "./field-words.ts";

/** A value and what people call it. */
export type NamedChoice = { value: string; name: string };

/** Region codes that are not countries. */
const NO_COUNTRIES = ["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"];
/** Languages to choose from. The file may name others. */
const LANGUAGES =
  "cs da de de-AT de-CH en-AT en-AU en-BE en-CA en-CH en-DE en-DK en-ES en-FI en-FR en-GB en-IE en-IN en-IT en-NL en-NO en-NZ en-PL en-PT en-SE en-US en-ZA es es-MX fi fr fr-CA it ja ko nb nl pl pt-BR pt-PT sv tr uk";
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Lists what the browser knows: countries of ISO 3166-1, currencies of ISO 4217, languages, time zones. */
const LISTS = {
  country() {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((value) => {
      // Codes of former countries become those of their successors.
      const isCurrent = new Intl.Locale(`und-${value}`).region === value && !NO_COUNTRIES.includes(value);
      const name = isCurrent && names.of(value);
      return name ? { value, name } : [];
    });
  },
  currency() {
    const names = new Intl.DisplayNames("en", { type: "currency" });
    return Intl.supportedValuesOf("currency").map((value) => ({ value, name: `${names.of(value)} (${value})` }));
  },
  language() {
    const names = new Intl.DisplayNames("en", { type: "language" });
    // A browser that does not know a variant would write everything as in another.
    const known = LANGUAGES.split(" ").filter((one) => new Intl.DateTimeFormat(one).resolvedOptions().locale === one);
    return known.map((value) => ({ value, name: names.of(value) ?? value }));
  },
  timeZone: () => Intl.supportedValuesOf("timeZone").map((value) => ({ value, name: value.replaceAll("_", " ") })),
} satisfies Partial<Record<Widget, () => NamedChoice[]>>;

const made = new Map<string, readonly NamedChoice[]>();

/** The choices of a code, by name; undefined if the widget is not for a code. */
export function codesFor(widget: Widget | undefined): readonly NamedChoice[] | undefined {
  if (widget === undefined || !hasList(widget)) return undefined;
  const before = made.get(widget);
  if (before) return before;
  const list = LISTS[widget]().sort((one, other) => one.name.localeCompare(other.name, "en"));
  made.set(widget, list);
  return list;
}

function hasList(widget: Widget): widget is keyof typeof LISTS {
  return Object.hasOwn(LISTS, widget);
}
