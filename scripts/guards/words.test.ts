import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, it } from "vitest";

/** Attributes and fields whose value people read or hear. */
const READ_BY_PEOPLE =
  /^(alt|aria-description|aria-label|aria-roledescription|aria-valuetext|label|placeholder|question|title|verb|wayOut)$/;

/** Replaces an expression inside a template. */
const GAP = "\uFFFC";

/** A node of the syntax tree. Source: github.com/estree/estree. */
type Node = { type: string; start: number } & Record<string, unknown>;

type Literal = { start: number; text: string };
type Sentence = { line: number; text: string };

/** Pages and emails of the gateway are among these. */
const GATEWAY_FILES = "gateway/src/{http,pages,services}/**/*.ts";

it("components have no sentences, because words.ts beside them has them", () => {
  const files = globSync("site/src/**/*.tsx").filter((file) => !/\.(test|case)\.tsx$/.test(file));
  expect(files.length).toBeGreaterThan(40);
  expect(findIn(files, findInComponent)).toEqual([]);
});

it("pages and emails of the gateway have no sentences, because words.ts beside them has them", () => {
  const files = globSync(GATEWAY_FILES).filter((file) => !/(\.(test|case|soak)|[-/]words)\.ts$/.test(file));
  const writing = files.filter((file) => writesToPeople(parseAst(readFileSync(file, "utf8"), { lang: "ts" })));
  expect(writing.length).toBeGreaterThan(30);
  expect(findIn(writing, findInGateway)).toEqual([]);
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
  expect(findInComponent(source).map(({ text }) => text)).toEqual(expected);
});

it.each([
  ["html`<p>Hello</p>`", ["Hello"]],
  ["html`<p>{{words.hello}} · {{isNew ? 'New' : ''}}</p>`", ["New"]],
  ['html`<button aria-label="Close">{{cross}}</button>`', ["Close"]],
  ["html`<button aria-label=\"{{isOn ? 'Pause' : 'Play'}}\"></button>`", ["Pause", "Play"]],
  ["html`<p>{{isBusy ? html`<b>Busy</b>` : ''}}</p>`", ["Busy"]],
  ["html`<input{{isOn ? html` checked` : ''}} class=\"{{isOn ? 'is on now' : 'off'}}\">`", []],
  ['html`<a href="/shop">{{words.toShop}}</a>&nbsp;{{before}} × {{count}}`', []],
  ['html` aria-invalid="true" aria-describedby="{{name}}-error"`', []],
  ["html`{{main}}`; draw(frame, 'This page is not here')", ["This page is not here"]],
  ["import * as words from './words.ts'; const left = `and {{count}} more`", ["and … more"]],
  ["import * as words from './words.ts'; const field = { label: 'Email' }", ["Email"]],
  ["send({ to, subject: words.subject, text: ['Hello,', link].join() })", ["Hello,"]],
  ["send({ to, subject: `Your order #{{number}}`, paragraphs })", ["Your order #…"]],
  ["sendCode({ phone, text: `{{code}} is your code.` })", ["… is your code."]],
  ["import * as words from './words.ts'; log.warn({}, 'an email could not be sent')", []],
  ["import * as words from './words.ts'; throw new Error('The number is unknown.')", []],
  ["import * as words from './words.ts'; all('SELECT id FROM orders WHERE id = 1')", []],
  ["import * as words from './words.ts'; const style = ' class=\"ink\" style=\"margin:0 0 16px;{{more}}\"'", []],
  ["import * as words from './words.ts'; const entry = `<entry>\\n<title>{{title}}</title> {{more}}</entry>`", []],
  ["import * as words from './words.ts'; const body = `[[button: {{verb}} | {{href}}]]`", []],
  ["const problem = 'This is for programs.'", []],
])("in %s the guard of the gateway finds %j", (example, expected) => {
  const source = example.replaceAll("{{", "${").replaceAll("}}", "}");
  expect(findInGateway(source).map(({ text }) => text)).toEqual(expected);
});

function findIn(files: readonly string[], find: (source: string) => Sentence[]): string[] {
  return files.flatMap((file) => find(readFileSync(file, "utf8")).map(({ line, text }) => `${file}:${line} ${text}`));
}

/** Finds the literals that people read in the source of a component. */
function findInComponent(source: string): Sentence[] {
  const literals: Literal[] = [];
  visit(parseAst(source, { lang: "tsx" }), (node) => {
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      literals.push(...findNodes(node.children).flatMap(findLiterals));
    if (node.type === "JSXAttribute" && READ_BY_PEOPLE.test(readName(node.name)))
      literals.push(...findLiterals(node.value));
    if (isReadProperty(node)) literals.push(...findLiterals(node.value));
  });
  return toSentences(source, literals);
}

/** Finds the literals that people read in a file of the gateway that draws pages or writes messages. */
function findInGateway(source: string): Sentence[] {
  const tree = parseAst(source, { lang: "ts" });
  if (!writesToPeople(tree)) return [];
  const literals: Literal[] = [];
  const inTags = new Set<Node>();
  visit(tree, (node) => {
    if (isForPrograms(node)) return [];
    if (isHtml(node)) {
      literals.push(...findInTemplate(node, inTags));
      return findExpressions(node);
    }
    if (isReadProperty(node)) literals.push(...findLiterals(node.value));
    const text = readText(node);
    if (readsAsSentence(text) && !inTags.has(node)) literals.push({ start: node.start, text });
    return undefined;
  });
  return toSentences(source, literals);
}

/** Whether a file draws pages, builds an email or a message to a telephone, or takes sentences from words.ts. */
function writesToPeople(tree: unknown): boolean {
  let isWriting = false;
  visit(tree, (node) => {
    const keys = node.type === "ObjectExpression" ? findNodes(node.properties).map(({ key }) => readName(key)) : [];
    isWriting ||=
      isHtml(node) ||
      (node.type === "ImportDeclaration" && /\/(words|plain-page\/document)\.ts$/.test(readText(node.source))) ||
      (keys.some((key) => /^(subject|phone)$/.test(key)) && keys.some((key) => /^(text|paragraphs)$/.test(key)));
  });
  return isWriting;
}

/** Whether only programs and developers read a node: imports, types, errors, logs, validation and plain responses. */
function isForPrograms({ type, key, callee }: Node): boolean {
  return (
    /^(ImportDeclaration|NewExpression|ThrowStatement|TS(?!As|Satisfies|NonNull)\w+)$/.test(type) ||
    (type === "Property" && readName(key) === "about") ||
    (type === "CallExpression" && /(^|\.)(log\.\w+|v\.\w+|c\.(text|header))$/.test(readPath(callee)))
  );
}

/** Comments, tags and attributes, and the blocks of newsletters. */
const MARKUP = /<!--.*?-->|<[^>]*>|[\w-]+="[^"]*"|\[\[[^\]]*\]\]/gs;

/** Whether a text has three words or begins like a sentence. */
function readsAsSentence(text: string): boolean {
  const said = text.replace(MARKUP, " ");
  if (!/\p{Ll}/u.test(said) || /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\s/.test(said)) return false;
  // "18px" is not a word.
  const words = said.split(/\s+/).filter((word) => /[\p{L}\uFFFC]/u.test(word) && !/^\d/.test(word));
  return words.length > 2 || /^\p{Lu}\p{Ll}+[.,:!?\s]/u.test(said);
}

/**
 * Finds the texts in a template of HTML, and the attributes that people read.
 *
 * @param inTags nodes inside a tag; those of this template are added
 */
function findInTemplate(template: Node, inTags: Set<Node>): Literal[] {
  const { start } = template;
  const markup = readText(template.quasi);
  const isAttributes = inTags.has(template) || /^\s[\w-]+="[^<>]*$/.test(markup);
  const texts = isAttributes ? [] : markup.replace(/<[^>]*>|&\w+;/g, GAP).split(GAP);
  for (const [, name = "", value = ""] of markup.matchAll(/\s([\w-]+)="([^"]*)"/g)) {
    if (READ_BY_PEOPLE.test(name)) texts.push(...value.split(GAP));
  }
  const literals = texts.map((text) => ({ start, text }));
  let at = -1;
  for (const expression of findExpressions(template)) {
    at = markup.indexOf(GAP, at + 1);
    const isInTag = isAttributes || markup.lastIndexOf("<", at) > markup.lastIndexOf(">", at);
    const [, attribute = ""] = /\s([\w-]+)="[^"]*$/.exec(markup.slice(0, at)) ?? [];
    if (!isInTag || READ_BY_PEOPLE.test(attribute)) literals.push(...findLiterals(expression));
    if (isInTag) visit(expression, (node) => void inTags.add(node));
  }
  return literals;
}

function toSentences(source: string, literals: readonly Literal[]): Sentence[] {
  const unique = new Map(literals.map((literal) => [`${literal.start} ${literal.text}`, literal]));
  return [...unique.values()]
    .filter(({ text }) => /\p{L}/u.test(text))
    .map(({ start, text }) => ({
      line: source.slice(0, start).split("\n").length,
      text: text.replaceAll(GAP, "…").trim(),
    }));
}

/** Finds literals that can become the value of an expression. Arguments of calls cannot. */
function findLiterals(node: unknown): Literal[] {
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

/** Calls `look` for every node. `look` can return which inner nodes to visit. By default, all are visited. */
function visit(value: unknown, look: (node: Node) => unknown): void {
  if (Array.isArray(value)) for (const part of value) visit(part, look);
  if (isNode(value)) visit(look(value) ?? Object.values(value), look);
}

function isReadProperty({ type, key }: Node): boolean {
  return type === "Property" && READ_BY_PEOPLE.test(readName(key));
}

function isHtml({ type, tag }: Node): boolean {
  return type === "TaggedTemplateExpression" && readName(tag) === "html";
}

function findExpressions({ quasi }: Node): Node[] {
  return isNode(quasi) ? findNodes(quasi.expressions) : [];
}

/** The text of a literal; each expression in it is a {@link GAP}. */
function readText(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type !== "TemplateLiteral") return typeof node.value === "string" ? node.value : "";
  return findNodes(node.quasis)
    .map((part) => String(Object(part.value).cooked))
    .join(GAP);
}

/** Reads a path of names, `log.warn`. */
function readPath(node: unknown): string {
  if (!isNode(node) || node.type !== "MemberExpression") return readName(node);
  return `${readPath(node.object)}.${readName(node.property)}`;
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
