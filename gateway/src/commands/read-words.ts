import { parseArgs } from "node:util";

/** Options of a command by their names, as Node's `parseArgs` has them. */
type Options = Readonly<Record<string, { type: "string" | "boolean"; default?: boolean }>>;

/** How a command may be called. */
type Usage<Known extends Options> = {
  /** What the command is and how it is called; begins with a call. */
  help: string;
  options: Known;
  /** Whether one word beside the options names a file. */
  file: "none" | "optional" | "required";
  /** What the command ends with when it was called otherwise; 64 where it has no number of its own for that. */
  exitCode?: number;
};

/** What a command ends with when it was called otherwise than its help says. Source: sysexits.h, EX_USAGE. */
const USAGE_EXIT_CODE = 64;
const HELP_WORDS = ["help", "--help", "-h"];

/**
 * Reads the words after `npm run COMMAND --`. A word that there is not must do nothing at all: it may be a mistyped
 * `--write`, or a question for help that would otherwise become the name of a file.
 *
 * @returns the options and the file; undefined when there is nothing to do, because help was asked for or the words are
 *   wrong: both have been said then
 */
export function readWords<const Known extends Options>(words: string[], usage: Usage<Known>) {
  if (words.some((word) => HELP_WORDS.includes(word))) {
    console.log(usage.help);
    return undefined;
  }
  const fault = faultOf(words, usage);
  if (fault !== undefined) {
    rejectWords(fault, usage);
    return undefined;
  }
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options: usage.options });
  return { values, file: positionals[0] };
}

/** Says what is wrong with the words of a command, and how it is called. */
export function rejectWords(
  sentence: string,
  { help, exitCode = USAGE_EXIT_CODE }: Pick<Usage<Options>, "help" | "exitCode">,
): void {
  console.error(`${sentence}\n\n${help}`);
  process.exitCode = exitCode;
}

/** `parseArgs` throws sentences of its own, for programmers; its tokens tell what a sentence for an owner needs. */
function faultOf(words: string[], { options, file }: Usage<Options>): string | undefined {
  const { tokens } = parseArgs({ args: words, options, allowPositionals: true, strict: false, tokens: true });
  const files: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") files.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const known = Object.hasOwn(options, name) && rawName === `--${name}` ? options[name] : undefined;
    if (known === undefined) return `There is no "${rawName}".`;
    if (known.type === "boolean" && value !== undefined) return `"${rawName}" takes nothing after it.`;
    const isNext = value !== undefined && (inlineValue || !value.startsWith("-"));
    if (known.type === "string" && !(isNext && value !== "")) return `"${rawName}" needs a word after it.`;
  }
  const [first, second] = files;
  const extra = file === "none" ? first : second;
  if (extra !== undefined) return `"${extra}" is one word too many. A name with spaces stands in quotation marks.`;
  return file === "required" && first === undefined ? "No file is named." : undefined;
}
