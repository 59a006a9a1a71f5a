import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, it } from "vitest";

/** Attributes and fields whose value people read or hear. */
const READ_BY_PEOPLE =
  /^(alt|aria-description|aria-label|aria-roledescription|aria-valuetext|label|placeholder|question|title|verb|wayOut)$/;

/** A node of the syntax tree. Source: github.com/estree/estree. */
type Node = { type: string; start: number } & Record<string, unknown>;

it("components hold no sentence: words.ts beside them does", () => {
  const files = globSync("site/src/**/*.tsx").filter((file) => !/\.(test|case)\.tsx$/.test(file));
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) =>
    findSentences(readFileSync(file, "utf8")).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ["<p>Hello</p>", ["Hello"]],
  ["<p>{isBusy ? 'Joining...' : words.join}</p>", ["Joining..."]],
  ["<p>{count > 0 && count + ' albums'}</p>", ["albums"]],
  ["<button aria-label='Close' />", ["Close"]],
  [`<img alt={\`Cover of \${name}\`} />`, ["Cover of"]],
  ["<Tabs tabs={[{ key: 'one', label: 'Overview' }]} />", ["Overview"]],
  ["<p>{signup.step === 'error' && <Alert />}</p>", []],
  ["<p className='lead'>© {year} {name} · {'…'}</p>", []],
  ["<Icon shape={isOn ? 'pause' : 'play'} label={words.play} />", []],
  ["<ul>{names.map((name) => <li key='first'>{format('short', name)}</li>)}</ul>", []],
])("in %s the guard finds %j", (source, expected) => {
  expect(findSentences(source).map(({ text }) => text)).toEqual(expected);
});

/** Finds the literals that people read in the source of a component. */
function findSentences(source: string): { line: number; text: string }[] {
  const literals: { start: number; text: string }[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === "JSXElement" || value.type === "JSXFragment")
      literals.push(...findNodes(value.children).flatMap(findLiterals));
    if (value.type === "JSXAttribute" && READ_BY_PEOPLE.test(readName(value.name)))
      literals.push(...findLiterals(value.value));
    if (value.type === "Property" && READ_BY_PEOPLE.test(readName(value.key)))
      literals.push(...findLiterals(value.value));
    Object.values(value).forEach(visit);
  };
  visit(parseAst(source, { lang: "tsx" }));
  return literals
    .filter(({ text }) => /\p{L}/u.test(text))
    .map(({ start, text }) => ({ line: source.slice(0, start).split("\n").length, text: text.trim() }));
}

/** Literals that can become the value of an expression; arguments of calls cannot. */
function findLiterals(node: unknown): { start: number; text: string }[] {
  if (!isNode(node)) return [];
  const { start } = node;
  switch (node.type) {
    case "JSXText":
    case "Literal":
      return typeof node.value === "string" ? [{ start, text: node.value }] : [];
    case "TemplateLiteral":
      return findNodes(node.quasis).map((part) => ({ start, text: String(Object(part.value).cooked) }));
    case "JSXExpressionContainer":
      return findLiterals(node.expression);
    case "ConditionalExpression":
      return [node.consequent, node.alternate].flatMap(findLiterals);
    case "LogicalExpression":
      return [node.operator === "&&" ? undefined : node.left, node.right].flatMap(findLiterals);
    case "BinaryExpression":
      return node.operator === "+" ? [node.left, node.right].flatMap(findLiterals) : [];
    default:
      return [];
  }
}

function findNodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function readName(node: unknown): string {
  if (!isNode(node)) return "";
  return String(node.name ?? node.value ?? "");
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
