import { type DocumentNode, Kind, print, stripIgnoredCharacters } from "graphql";

/** A request to the Storefront endpoint in a form that the search can change. */
export type StoreRequest = {
  /** Name of the initial shape from which the search derived the request. */
  family: string;
  document: DocumentNode;
  variables: Readonly<Record<string, unknown>>;
  /** Comments, spaces and commas after the document, which only the lexer reads. */
  padding: string;
};

/** Ids of the store under test. Its first cart and first checkout have as many lines as the store allows. */
export type StoreIds = {
  products: string[];
  variants: string[];
  collections: string[];
  carts: string[];
  cartLines: string[];
  checkouts: string[];
};

/**
 * Makes the body of a request.
 *
 * @param number makes the text unique, so that no cache holds its result
 */
export function createBody({ document, variables, padding }: StoreRequest, number: number | string): string {
  return JSON.stringify({ query: `${printDocument(document)}${padding}#${number}`, variables });
}

/** Prints a document as compactly as possible. */
function printDocument(document: DocumentNode): string {
  return stripIgnoredCharacters(print(document));
}

/** Describes a request in one line. */
export function describeRequest({ family, document, variables, padding }: StoreRequest): string {
  const text = printDocument(document);
  const variableBytes = JSON.stringify(variables).length;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length;
  const facts = [
    `${text.length} characters`,
    fragments > 0 ? `${fragments} fragments` : "",
    padding.length > 0 ? `${padding.length} of padding` : "",
    variableBytes > 2 ? `variables of ${variableBytes} bytes` : "",
  ].filter((fact) => fact !== "");
  return `${family} (${facts.join(", ")}): ${text.length > 160 ? `${text.slice(0, 160)} …` : text}`;
}
