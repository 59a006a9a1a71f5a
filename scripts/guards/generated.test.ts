import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  buildClientSchema,
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  specifiedRules,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { readSchemaText } from "../../gateway/src/services/store/builtin/storefront-api/schema-text.ts";
import { PLATFORMS_FILE, platformsModule } from "../../tools/generate/platforms-module.ts";
import { DOCUMENTS, GENERATED, readDocuments, storefrontModule } from "../../tools/generate/storefront-types.ts";
import { TEXT_FONT_FILE, textFont } from "../../tools/generate/text-font.ts";
import { ICONS_LICENCE_FILE, iconsLicence } from "../../tools/licences.ts";

const resolvePackage = createRequire(`${process.cwd()}/gateway/package.json`).resolve;

const documents = readDocuments();

/** Joins the definitions of several files, because operations use fragments of other files. */
function together(isWanted: (file: string) => boolean): DocumentNode {
  const wanted = documents.filter(({ location }) => isWanted(location));
  return { kind: Kind.DOCUMENT, definitions: wanted.flatMap(({ document }) => document.definitions) };
}

/** Another file's operations may use a fragment, so an unused one is allowed. */
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

function mistakes(schema: GraphQLSchema, document: DocumentNode): string[] {
  return validate(schema, document, rules).map((error) => error.message);
}

/** The official schema of a release of hydrogen-react. */
function official(release: string): GraphQLSchema {
  const text = readFileSync(resolvePackage(`${release}/storefront.schema.json`), "utf8");
  // The packages contain the response to an introspection query.
  return buildClientSchema(JSON.parse(text));
}

it(`${GENERATED} is what npm run generate creates from ${DOCUMENTS} and the store's schema`, async () => {
  expect(readFileSync(GENERATED, "utf8")).toBe(await storefrontModule());
});

it(`${PLATFORMS_FILE} is what npm run generate creates from the icons of simple-icons`, () => {
  expect(readFileSync(PLATFORMS_FILE, "utf8")).toBe(platformsModule());
  expect(readFileSync(ICONS_LICENCE_FILE, "utf8")).toBe(iconsLicence());
});

it(`${TEXT_FONT_FILE} is what npm run generate creates from Libre Franklin`, async () => {
  expect(readFileSync(TEXT_FONT_FILE).equals(await textFont())).toBe(true);
});

it("the stylesheets use no weight that the font of text does not have", () => {
  const styles = globSync("{site,gateway}/src/**/*.css").map((file) => readFileSync(file, "utf8"));
  const weights = styles.flatMap((style) =>
    [...style.matchAll(/font-weight: (\d+)/g)].map(([, weight]) => Number(weight)),
  );
  expect(weights.filter((weight) => weight < 400 || weight > 700)).toEqual([]);
});

describe("the site's Storefront documents", () => {
  it("are valid in the built-in store", () => {
    expect(
      mistakes(
        buildSchema(readSchemaText()),
        together(() => true),
      ),
    ).toEqual([]);
  });

  it.each(["hydrogen-react-2022-10", "hydrogen-react-2023-10"])("are valid in the official schema of %s", (release) => {
    expect(
      mistakes(
        official(release),
        together(() => true),
      ),
    ).toEqual([]);
  });

  it("are valid in the current official schema too, except for the checkout, which it no longer has", () => {
    const document = together((file) => !file.startsWith("checkout."));
    expect(mistakes(official("@shopify/hydrogen-react"), document)).toEqual([]);
  });
});
