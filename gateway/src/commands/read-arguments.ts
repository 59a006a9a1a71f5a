import { parseArgs } from "node:util";

/** Options of a command by name, in the form of Node's `parseArgs`. */
type Options = Readonly<Record<string, { type: "string" | "boolean"; default?: boolean }>>;

/** How a command may be called. */
type Usage<Known extends Options> = {
  /** The help text; begins with an example call. */
  help: string;
  options: Known;
  /** Whether the command takes a file name besides the options. */
  file: "none" | "optional" | "required";
  /** The exit code for wrong arguments; 64 by default. */
  exitCode?: number;
};

/** Exit code for wrong arguments. Source: sysexits.h, EX_USAGE. */
const USAGE_EXIT_CODE = 64;
const HELP_WORDS = ["help", "--help", "-h"];

/**
 * Reads the words after `npm run COMMAND --`. If a word is unknown, the command must do nothing at all: the word may be
 * a mistyped `--write`, or a request for help that would be mistaken for a file name.
 *
 * @returns the options and the file; undefined if it has printed help or an error, and nothing is left to do
 */
export function readArguments<const Known extends Options>(words: string[], usage: Usage<Known>) {
  if (words.some((word) => HELP_WORDS.includes(word))) {
    console.log(usage.help);
    return undefined;
  }
  const mistake = findMistake(words, usage);
  if (mistake !== undefined) {
    rejectArguments(mistake, usage);
    return undefined;
  }
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: usage.options });
  return { values, file: positionals[0] };
}

/** Prints what is wrong with the arguments, and the help. */
export function rejectArguments(
  sentence: string,
  { help, exitCode = USAGE_EXIT_CODE }: Pick<Usage<Options>, "help" | "exitCode">,
): void {
  console.error(`${sentence}\n\n${help}`);
  process.exitCode = exitCode;
}

/** Finds what is wrong, as a sentence for the owner. The errors of `parseArgs` are sentences for programmers. */
function findMistake(words: string[], { options, file }: Usage<Options>): string | undefined {
  const { tokens } = parseArgs({ args: words, options, allowPositionals: true, strict: false, tokens: true });
  const files: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") files.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, name) && rawName === `--${name}` ? options[name] : undefined;
    if (known === undefined) return `There is no "${rawName}".`;
    if (known.type === "boolean" && value !== undefined) return `"${rawName}" takes no value.`;
    const isNext = value !== undefined && (inlineValue || !value.startsWith("-"));
    if (known.type === "string" && !(isNext && value !== "")) return `"${rawName}" needs a value.`;
  }
  const [first, second] = files;
  const extra = file === "none" ? first : second;
  if (extra !== undefined) return `"${extra}" is one word too many. Put a name with spaces in quotation marks.`;
  return file === "required" && first === undefined ? "No file is named." : undefined;
}
