/** A header of an email on one line. `name` is in lower case. */
export type EmailHeader = { name: string; value: string };

/** How much of an email is searched for its headers, in characters. Receivers accept less. */
const HEAD_MAX = 128 * 1024;

/**
 * Reads the headers of an email in their order, the latest first: each server adds its own on top. Source: RFC 5322 §2.2.
 *
 * @param source the email as it arrived, with any line ends; text that is not a header is left out
 */
export function readHeaders(source: string): EmailHeader[] {
  const lines = source.slice(0, HEAD_MAX).trimStart().replaceAll(/\r\n?/g, "\n");
  const [head = ""] = lines.split(/\n[ \t]*\n/, 1);
  return head
    .replaceAll(/\n[ \t]+/g, " ")
    .split("\n")
    .flatMap((line) => {
      const [, name, value = ""] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name: name.toLowerCase(), value: value.trim() }];
    });
}

/** The value of the topmost header with a name. */
export function headerOf(headers: readonly EmailHeader[], name: string): string | undefined {
  return headers.find((header) => header.name === name)?.value;
}
