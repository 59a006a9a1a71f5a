/** A GraphQL operation. generated.ts has all of them. The phantom type connects its text to its variables and data. */
export type Operation<Data, Variables> = { readonly text: string; readonly types?: (variables: Variables) => Data };

/** An entry of `errors` in a GraphQL response. */
export type StorefrontErrorEntry = { message: string; extensions?: { code?: string } };

/** Response to an operation. It may have both parts. */
type StorefrontResponse<Data> = { data?: Data | null; errors?: StorefrontErrorEntry[] };

/** Sends operations to one Storefront endpoint. */
export type StorefrontClient = {
  /**
   * @returns the response, errors included
   * @throws {Error} when the endpoint cannot be reached or its response is not JSON
   */
  send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<StorefrontResponse<Data>>;
};

type StorefrontConfig = {
  /** Host of the shop, such as `shop.example`, or an origin with its scheme. */
  domain: string;
  storefrontAccessToken: string;
  /** Such as `2022-10`. */
  apiVersion: string;
  /** Preferred language of texts, such as `fr`; any if absent. */
  language?: string;
  /** Names the program that uses this client. */
  source?: string;
};

/** The version in our client's headers. Source: docs/product.md §9, the storefront SDK's version. */
const SDK_VERSION = "2.21.1";

/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Creates a client for the Storefront GraphQL API. Source: shopify.dev, Storefront API, Authentication.
 *
 * @throws {Error} when the configuration has no domain or no access token
 */
export function createStorefrontClient(config: StorefrontConfig): StorefrontClient {
  const { domain, storefrontAccessToken, apiVersion, language, source } = config;
  if (!domain) throw new Error("The storefront client needs a domain");
  if (!storefrontAccessToken) throw new Error("The storefront client needs a storefront access token");
  const origin = domain.includes("://") ? domain : `https://${domain}`;
  const headers = {
    "Content-Type": "application/json",
    Accept: "application/json",
    "X-SDK-Variant": "javascript",
    "X-SDK-Version": SDK_VERSION,
    "X-Shopify-Storefront-Access-Token": storefrontAccessToken,
    "Accept-Language": language ?? "*",
    ...(source && { "X-SDK-Variant-Source": source }),
  };
  return {
    async send<Data, Variables>({ text }: Operation<Data, Variables>, variables: Variables) {
      const response = await fetch(`${origin}/api/${apiVersion}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query: text, variables }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body: unknown = await response.json();
      if (!isObject(body)) throw new Error(`The store responded with status ${response.status} and an unreadable body`);
      // The cast holds: the operation's types come from the schema of the endpoint.
      return body as StorefrontResponse<Data>;
    },
  };
}

/** A store request that returned no data. Source: docs/product.md §8, a read of the store without data. */
export class StorefrontError extends Error {
  override readonly name = "StorefrontError";
  /** As the server sent them. */
  readonly errors: StorefrontErrorEntry[];

  constructor(errors: StorefrontErrorEntry[]) {
    super(errors.map((error) => error.message).join(" "));
    this.errors = errors;
  }
}

const UNKNOWN = [{ message: "an unknown error has occurred." }];

/** @throws {StorefrontError} with the server's errors if the response has no data */
export function requireData<Data>({ data, errors }: StorefrontResponse<Data>): Data {
  if (data === undefined || data === null) throw new StorefrontError(errors?.length ? errors : UNKNOWN);
  return data;
}

/** Whether a response's errors say that the store rejected the token. They may come from any GraphQL client. */
export function isTokenRejected(errors: unknown): boolean {
  return Array.isArray(errors) && errors.some((error) => error?.extensions?.code === "UNAUTHORIZED");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
