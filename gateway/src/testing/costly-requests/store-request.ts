import { type DocumentNode, Kind, print, stripIgnoredCharacters } from "graphql";

/** A request to the Storefront endpoint, as the search changes it. */
export type StoreRequest = {
  /** The shape that it was grown from. */
  family: string;
  document: DocumentNode;
  variables: Readonly<Record<string, unknown>>;
  /** Ends the document's text: comments and commas, which only the lexer reads. */
  padding: string;
};

/** What the store that is searched has, as ids on the wire. The first cart and checkout have as many lines as they may. */
export type StoreIds = {
  products: string[];
  variants: string[];
  collections: string[];
  carts: string[];
  cartLines: string[];
  checkouts: string[];
};

/**
 * The body of a request.
 *
 * @param number makes the text one that no cache has
 */
export function bodyOf({ document, variables, padding }: StoreRequest, number: number | string): string {
  return JSON.stringify({ query: `${textOf(document)}${padding}#${number}`, variables });
}

/** A document as short as it can be written. */
export function textOf(document: DocumentNode): string {
  return stripIgnoredCharacters(print(document));
}

/** One line that tells people which request this is. */
export function describeRequest({ family, document, variables, padding }: StoreRequest): string {
  const text = textOf(document);
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
