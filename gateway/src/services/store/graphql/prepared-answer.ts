import { type Prepared, prepare } from "../../../http/prepared.ts";
import { STOREFRONT_HEADERS } from "../errors.ts";

/** An answer with its headers, packed. */
export function preparedOf(answer: Buffer<ArrayBuffer>): Prepared {
  const { "content-type": contentType = "", ...headers } = STOREFRONT_HEADERS;
  return prepare({ headers: { "Content-Type": contentType, ...headers }, body: answer });
}
