import { anyText } from "@porchlight/fixtures/fuzz.ts";
import type { FileValue } from "@porchlight/protocol/content-editing.ts";
import { isList, isNamed } from "@porchlight/protocol/content-values.ts";
import fc from "fast-check";

/** A text that a file in UTF-8 can hold. */
export const someText = anyText().map((text) => text.toWellFormed());

/** A value as YAML's files have it: texts, lists and names. */
export const someValue: fc.Arbitrary<FileValue> = fc.letrec<{ value: FileValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(someText, fc.constantFrom("12.00", "yes", "a: b", "x # y", "two\nlines\n", "'", '"', "- a", "null", "")),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** Choices of a person who writes a file: which quotes, braces or lines, which comments. */
export type Choices = (most: number) => number;

/** Writes a value as a person may have written it: quotes of every kind, braces and lines, comments, empty lines. */
export function writeByHand(value: Readonly<Record<string, FileValue>>, choose: Choices): string {
  const names = Object.entries(value).flatMap(([key, inner]) => [
    ...remarks("", choose),
    ...entry(`${key}:`, inner, "", choose),
  ]);
  const text = ["# A file of the owner", ...(choose(2) ? [""] : []), ...names].join("\n");
  return (choose(4) ? `${text}\n` : text).replaceAll("\n", choose(3) ? "\n" : "\r\n");
}

function entry(start: string, value: FileValue, indent: string, choose: Choices): string[] {
  const isEmpty = isList(value) ? value.length === 0 : isNamed(value) && Object.keys(value).length === 0;
  if (isEmpty || !(isList(value) || isNamed(value)) || choose(4) === 0) {
    const block =
      typeof value === "string" &&
      /^\S[^\r\u0085\u2028\u2029]*\n$/.test(value) &&
      !/(^|\n)\s|\s\n/.test(value.slice(0, -1));
    if (block && choose(2)) {
      return [
        `${indent}${start} |`,
        ...value
          .slice(0, -1)
          .split("\n")
          .map((line) => `${indent}    ${line}`),
      ];
    }
    return [`${indent}${start} ${inline(value, choose)}${choose(4) ? "" : "   # a remark: yes"}`];
  }
  const below = `${indent}${" ".repeat(1 + choose(3))}`;
  const lines = isList(value)
    ? value.flatMap((item) => [...remarks(below, choose), ...entry("-", item, below, choose)])
    : Object.entries(value).flatMap(([key, inner]) => [
        ...remarks(below, choose),
        ...entry(`${key}:`, inner, below, choose),
      ]);
  return [`${indent}${start}`, ...lines];
}

function remarks(indent: string, choose: Choices): string[] {
  const remark = choose(6);
  if (remark === 0) return [`${indent}# about the next`];
  return remark === 1 ? [""] : [];
}

function inline(value: FileValue, choose: Choices): string {
  if (isList(value)) return `[${value.map((item) => inline(item, choose)).join(choose(2) ? ", " : " , ")}]`;
  if (isNamed(value)) {
    return `{${Object.entries(value)
      .map(([key, inner]) => ` ${key}: ${inline(inner, choose)}`)
      .join(",")} }`;
  }
  const text = String(value);
  if (/^[a-z][a-z ]*[a-z]$/.test(text) && text !== "null" && choose(2)) return text;
  if (!/[\p{Cc}\u2028\u2029\ufeff]/u.test(text) && choose(2)) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
