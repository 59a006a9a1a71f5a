import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import { type DocumentNode, Kind, parse, print, stripIgnoredCharacters, visit } from "graphql";
import { readSchemaText } from "../../gateway/src/services/store/builtin/storefront-api/schema-text.ts";
import { checkoutMutations } from "./checkout-mutations.ts";

/** Folder of the Storefront documents that the site sends. */
export const DOCUMENTS = "site/src/api/storefront/documents";
/** The generated file with their types and compact texts. */
export const GENERATED = "site/src/api/storefront/generated.ts";

const HEADER = `// Made by \`npm run generate\` from documents/*.graphql and the built-in store's schema; not to be edited.
import type { Operation } from "./storefront-client.ts";

`;

/** Enums with many codes that we only pass on. They become plain strings, as in protocol/src/money.ts. */
const PLAIN_ENUMS = ["CountryCode", "CurrencyCode", "LanguageCode", "CheckoutErrorCode"];

const SCALARS = Object.fromEntries(
  ["ID", "Decimal", "DateTime", "HTML", "URL", ...PLAIN_ENUMS].map((name) => [name, "string"]),
);

/** Reads the site's Storefront documents, each with its file name. */
export function readDocuments(): { location: string; document: DocumentNode }[] {
  const made = { location: "checkout.mutations", document: checkoutMutations() };
  return readdirSync(DOCUMENTS)
    .map((file) => ({ location: file, document: parse(readFileSync(join(DOCUMENTS, file), "utf8")) }))
    .concat(made)
    .sort((a, b) => (a.location < b.location ? -1 : 1));
}

/** Generates the module with the documents' types and compact texts. */
export async function storefrontModule(): Promise<string> {
  const documents = readDocuments();
  const types = await codegen({
    filename: GENERATED,
    schema: schemaWithPlainCodes(),
    documents,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    config: {
      scalars: SCALARS,
      skipTypename: true,
      arrayInputCoercion: false,
      inlineFragmentTypes: "combine",
      inputMaybeValue: "T | null",
    },
  });
  const [shared, operationTypes] = splitTypes(withoutHelpers(types));
  const texts = textsOf(
    documents.map(({ document }) => document),
    operationTypes,
  );
  return formatted(GENERATED, `${HEADER}${shared}${texts}`);
}

function schemaWithPlainCodes(): DocumentNode {
  return visit(parse(readSchemaText()), {
    EnumTypeDefinition: (node) =>
      PLAIN_ENUMS.includes(node.name.value) ? { kind: Kind.SCALAR_TYPE_DEFINITION, name: node.name } : undefined,
  });
}

/**
 * Removes the generator's two helper types: one only renames a type, the other is unused. The type of an object without
 * fields becomes `Record<never, never>`, so that `"id" in node` excludes it.
 */
function withoutHelpers(types: string): string {
  return types
    .replace(/^[\s\S]*?(?=export type (?!Incremental))/, "")
    .replaceAll(/Exact<(\{[\s\S]*?\})>;/g, "$1;")
    .replaceAll("{ [key: string]: never; }", "Record<string, never>")
    .replaceAll("Record<PropertyKey, never>", "Record<never, never>");
}

/**
 * Separates the types of the operations from the others, because only the operations' constants need them. Almost all
 * checkout mutations have the same payload, so it becomes one type.
 */
function splitTypes(types: string): [shared: string, operationTypes: Map<string, string>] {
  const operationTypes = new Map<string, string>();
  let payload = "";
  const shared = types.replaceAll(
    /export type (\w+(?:Query|Mutation)(?:Variables)?) = ([\s\S]*?);\n+(?=export|$)/g,
    (_, name: string, body: string) => {
      const type = body.replaceAll(/\s+/g, " ");
      payload ||= /\{ checkout: .*checkoutUserErrors: .*?\}/.exec(type)?.[0] ?? "";
      operationTypes.set(name, payload ? type.replace(payload, "CheckoutPayload") : type);
      return "";
    },
  );
  return [`${shared}export type CheckoutPayload = ${payload};\n\n`, operationTypes];
}

/** Creates one constant for each fragment and operation. An operation's text ends with the fragments that it uses. */
function textsOf(documents: DocumentNode[], types: Map<string, string>): string {
  const fragments = new Map<string, string>();
  const lines: string[] = [];
  const definitions = documents.flatMap((document) => document.definitions);
  for (const definition of definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    fragments.set(definition.name.value, print(definition));
    lines.push(`const ${constantOf(definition.name.value)} = ${JSON.stringify(compact(print(definition)))};`);
  }
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || !definition.name) continue;
    const name = definition.name.value;
    const type = `${name}${definition.operation === "query" ? "Query" : "Mutation"}`;
    const text = print(definition);
    const reached = fragmentsReachedFrom(text, fragments).map((fragment) => `\${${constantOf(fragment)}}`);
    lines.push(
      `export const ${constantOf(name)}: Operation<${types.get(type)}, ${types.get(`${type}Variables`)}> = { text: \`${compact(text)}${reached.join("")}\` };`,
    );
  }
  return lines.join("\n");
}

/** Reads text in the form of `print`: `...Name` spreads a fragment, `... on Type` does not. */
function fragmentsReachedFrom(text: string, fragments: Map<string, string>): string[] {
  const reached = new Set<string>();
  const collect = (from: string) => {
    for (const [, name = ""] of from.matchAll(/\.\.\.(\w+)/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      collect(fragments.get(name) ?? "");
    }
  };
  collect(text);
  return [...reached];
}

function compact(text: string): string {
  return stripIgnoredCharacters(text);
}

/** `ProductById` becomes `PRODUCT_BY_ID`. */
function constantOf(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toUpperCase();
}

/** Formats text as the repository does. @param file the path of the file to write */
export function formatted(file: string, text: string): string {
  const biome = "node_modules/@biomejs/biome/bin/biome";
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${file}`], {
    input: text,
    encoding: "utf8",
  });
}
