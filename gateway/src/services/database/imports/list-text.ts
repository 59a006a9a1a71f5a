import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { explainListFile, ImportError } from "./import-error.ts";

/** The encoding of a file, by its name in the Encoding Standard. Source: encoding.spec.whatwg.org */
export type ListEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** A file that holds text. */
export type ListText = {
  encoding: ListEncoding;
  /** The beginning of the file, at most {@link HEAD_BYTES} characters. */
  head: string;
  /** Reads the whole text, in pieces. */
  pieces: () => AsyncGenerator<string>;
};

/** How much of a file to read to detect its encoding, in bytes. */
const HEAD_BYTES = 64 * 1024;
/** In a Latin text in UTF-16, at least this share of the even or of the odd bytes is zero. */
const UTF_16_ZEROS = 0.4;
/** A file with a larger share of control characters is not text. */
const CONTROL_CHARACTERS_MAX = 0.05;

/**
 * Text in other encodings, read as Windows-1252: Mac Roman's "é", "è", "ä", "ü" and "á" after a letter, and many
 * letters in Shift-JIS. Source: encoding.spec.whatwg.org, where its five unused bytes are control characters.
 */
const NOT_WINDOWS_1252 = /[\u0081\u008D\u008F\u0090\u009Dƒ]|\p{Ll}[ŽŠŸŒ‡ˆ‰†]/u;

/** First bytes of files that people mistake for lists. Source: en.wikipedia.org, "List of file signatures". */
const SIGNATURES: readonly { bytes: readonly number[]; advice: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], advice: "is a zip. Unpack it and import each list in it by itself" },
  { bytes: [0x1f, 0x8b], advice: "is packed with gzip. Unpack it first" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], advice: 'is a workbook of Excel. Save it as "CSV UTF-8" first' },
  { bytes: [...Buffer.from("BEGIN:VCARD")], advice: "holds vCards. Export the contacts as CSV" },
  { bytes: [0x25, 0x50, 0x44, 0x46], advice: "is a PDF. A list can be imported as CSV or JSON" },
];
const WORKBOOKS = /\.(xlsx|xlsm|ods|numbers)$/i;
const MAILCHIMP_ZIP =
  "Mailchimp's zip holds one CSV for each group. Import subscribed_…, unsubscribed_… and cleaned_…, in any order; nonsubscribed_… are people who never joined.";

/**
 * Opens a file as text and detects its encoding: by the byte order mark, or by the zeros of UTF-16. Otherwise it is
 * UTF-8 if it is valid UTF-8, and else Windows-1252.
 *
 * @throws {ImportError} when the file is missing, empty or not text
 */
export async function openListText(file: string): Promise<ListText> {
  const bytes = await readHead(file);
  if (bytes.length === 0) throw new ImportError(`${file} is empty.`);
  const signature = SIGNATURES.find((known) => known.bytes.every((byte, at) => bytes[at] === byte));
  if (signature) throw new ImportError(writeAdvice(file, signature.advice));

  const encoding = detectUtf16(bytes) ?? ((await isUtf8(file)) ? "utf-8" : "windows-1252");
  if (encoding === "windows-1252" && (await isOtherEncoding(file))) {
    throw new ImportError(
      `${file} is written in neither UTF-8 nor Windows-1252, perhaps by an older program of a Mac. Save it as "CSV UTF-8" first.`,
    );
  }
  const head = new TextDecoder(encoding).decode(bytes, { stream: true });
  if (head.trim() === "" && bytes.length < HEAD_BYTES) throw new ImportError(`${file} is empty.`);
  if (isBinary(head)) throw new ImportError(`${file} holds no text. A list can be imported as CSV or JSON.`);
  return { encoding, head, pieces: () => decoded(file, encoding) };
}

function writeAdvice(file: string, advice: string): string {
  if (WORKBOOKS.test(file)) return `${file} is a spreadsheet. Save it as "CSV UTF-8" first.`;
  return `${file} ${advice}.${advice.includes("zip.") ? ` ${MAILCHIMP_ZIP}` : ""}`;
}

async function readHead(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file, "r");
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (cause) {
    throw explainListFile(file, cause);
  }
}

function detectUtf16(bytes: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) {
    // `at % 2` is 0 or 1.
    if (byte === 0) zeros[at % 2]! += 1;
  }
  const [even = 0, odd = 0] = zeros.map((count) => count / (bytes.length / 2));
  if (odd > UTF_16_ZEROS && even < odd / 2) return "utf-16le";
  if (even > UTF_16_ZEROS && odd < even / 2) return "utf-16be";
  return undefined;
}

/** Reads the whole file, because the first letter with an accent may be on the last line. */
async function isUtf8(file: string): Promise<boolean> {
  try {
    for await (const _ of decoded(file, "utf-8", true));
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Reads the whole file, as above. */
async function isOtherEncoding(file: string): Promise<boolean> {
  for await (const piece of decoded(file, "windows-1252")) if (NOT_WINDOWS_1252.test(piece)) return true;
  return false;
}

async function* decoded(file: string, encoding: ListEncoding, fatal = false): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal });
  try {
    // Without an encoding, the stream gives bytes.
    for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  } catch (cause) {
    throw explainListFile(file, cause);
  }
}

function isBinary(head: string): boolean {
  const signs = head.match(/(?![\t\n\v\f\r])\p{Cc}/gu)?.length ?? 0;
  return signs > head.length * CONTROL_CHARACTERS_MAX;
}
