import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  buildClientSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  parse,
  validate,
} from "graphql";
import { describe, expect, it, test } from "vitest";
import { exceedsLimits, MAX_CHARACTERS } from "../../graphql/limits.ts";
import { buyDocuments } from "./buy-client.case.ts";
import { storefrontSchema } from "./schema.ts";

const ours = storefrontSchema();
const require = createRequire(import.meta.url);

/** Packages of the cart's client, which ship the official schemas of their versions. */
const CLIENTS = ["@shopify/hydrogen-react", "hydrogen-react-2022-10", "hydrogen-react-2023-10"] as const;
const OFFICIAL = { "2022-10": officialSchema(CLIENTS[1]), "2023-10": officialSchema(CLIENTS[2]) };

/** Known differences between our schema and each official one. */
const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  "2022-10": [
    // A later version added this interface. Documents for that version use it.
    "type CartLine implements BaseCartLine",
  ],
  "2023-10": [
    // Earlier versions had connections of CartLine. Documents for both versions work with that type.
    "Cart.lines: CartLineConnection! instead of BaseCartLineConnection!",
    "CartDeliveryGroup.cartLines: CartLineConnection! instead of BaseCartLineConnection!",
  ],
};

describe("a document of the official clients is understood", () => {
  test("every document of shopify-buy", async () => {
    const documents = await buyDocuments();
    expect(documents).toHaveLength(27);
    for (const { call, query } of documents)
      expect({ call, problems: problemsOf(query) }).toEqual({ call, problems: [] });
  });

  test.each(CLIENTS)("each of the cart's client, %s", async (client) => {
    const documents = await cartDocuments(client);
    expect(documents.length).toBeGreaterThanOrEqual(9);
    for (const query of documents) expect(problemsOf(query)).toEqual([]);
  });

  test("introspection, as tools send it", () => {
    const options = { descriptions: true, inputValueDeprecation: true, schemaDescription: true, oneOf: true };
    expect(problemsOf(getIntrospectionQuery(options))).toEqual([]);
  });
});

describe.each(Object.entries(OFFICIAL))("our schema and the official one of %s", (version, official) => {
  it("have the same fields, with the same types, in each type that both define", () => {
    const found = Object.values(ours.getTypeMap())
      .filter(({ name }) => !name.startsWith("__"))
      .flatMap((type) => differencesOf(type, official));
    expect(found).toEqual(DIFFERENCES[version]);
  });
});

it("CheckoutErrorCode has exactly the official values", () => {
  const codes = (schema: GraphQLSchema) => {
    const type = schema.getType("CheckoutErrorCode");
    return isEnumType(type)
      ? type
          .getValues()
          .map(({ name }) => name)
          .sort()
      : [];
  };
  expect(codes(ours)).toEqual(codes(OFFICIAL["2023-10"]));
});

function problemsOf(query: string): string[] {
  const document = parse(query);
  const excess = query.length > MAX_CHARACTERS ? ["too long"] : [exceedsLimits(document)?.message].filter(Boolean);
  return [...excess, ...validate(ours, document).map(({ message }) => message)].map(String);
}

/** Lists the parts of a type that differ in an official schema. A type that only our schema has is not a difference. */
function differencesOf(type: GraphQLNamedType, official: GraphQLSchema): string[] {
  const theirs = official.getType(type.name);
  if (!theirs) return [];
  if (isEnumType(type) && isEnumType(theirs)) {
    // Official schemas of different versions have different values. Ours has the values of all of them.
    const known = new Set(Object.values(OFFICIAL).flatMap((schema) => valuesOf(schema.getType(type.name))));
    return type.getValues().flatMap(({ name }) => (known.has(name) ? [] : [`${type.name}.${name}`]));
  }
  if (isUnionType(type) && isUnionType(theirs)) {
    const names = new Set(theirs.getTypes().map(({ name }) => name));
    return type.getTypes().flatMap(({ name }) => (names.has(name) ? [] : [`union ${type.name} = ${name}`]));
  }
  if (isInputObjectType(type) && isInputObjectType(theirs)) {
    return Object.values(type.getFields()).flatMap((field) => {
      const other = theirs.getFields()[field.name];
      return String(other?.type) === String(field.type) ? [] : [`input ${type.name}.${field.name}: ${field.type}`];
    });
  }
  if ((isObjectType(type) || isInterfaceType(type)) && (isObjectType(theirs) || isInterfaceType(theirs))) {
    const interfaces = new Set(theirs.getInterfaces().map(({ name }) => name));
    const added = type.getInterfaces().filter(({ name }) => !interfaces.has(name));
    return [
      ...added.map(({ name }) => `type ${type.name} implements ${name}`),
      ...Object.values(type.getFields()).flatMap((field) => {
        const other = theirs.getFields()[field.name];
        const name = `${type.name}.${field.name}`;
        if (String(other?.type) !== String(field.type)) return [`${name}: ${field.type} instead of ${other?.type}`];
        return field.args.flatMap((argument) => {
          const same = other?.args.find((one) => one.name === argument.name);
          return same && String(same.type) === String(argument.type) ? [] : [`${name}(${argument.name})`];
        });
      }),
    ];
  }
  return String(type) === String(theirs) && type.constructor.name === theirs.constructor.name ? [] : [type.name];
}

function valuesOf(type: unknown): string[] {
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
}

function officialSchema(client: string): GraphQLSchema {
  const read = JSON.parse(readFileSync(require.resolve(`${client}/storefront.schema.json`), "utf8"));
  return buildClientSchema(read.data ?? read);
}

/** The documents that the client's own module creates with its default fragment, with and without consent. */
async function cartDocuments(client: string): Promise<string[]> {
  const directory = require.resolve(`${client}/package.json`).replace(/package\.json$/, "dist/node-dev/");
  const queries: Record<string, unknown> = await import(`${directory}cart-queries.mjs`);
  const { defaultCartFragment: fragment } = queries;
  return Object.values(queries).flatMap((write) =>
    typeof write === "function" ? [write(fragment), write(fragment, { includeVisitorConsent: true })] : [],
  );
}
