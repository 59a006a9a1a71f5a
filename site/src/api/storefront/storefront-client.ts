/**
 * One GraphQL operation as it is sent. The phantom type ties its text to its variables and its answer.
 * All of them stand in generated.ts.
 */
export type Operation<Data, Variables> = { readonly text: string; readonly types?: (variables: Variables) => Data };

/** An entry of `errors` in a GraphQL answer. */
export type StorefrontErrorEntry = { message: string; extensions?: { code?: string } };

/** Answer to an operation. Both parts may be there: what could be answered, and what could not. */
export type StorefrontAnswer<Data> = { data?: Data | null; errors?: StorefrontErrorEntry[] };

/** Sends operations to one Storefront endpoint. */
export type StorefrontClient = {
  /**
   * @throws {Error} when the endpoint cannot be reached or answers something that is not JSON; whatever it says in
   *   JSON, refusals too, is an answer
   */
  send<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables): Promise<StorefrontAnswer<Data>>;
};

/** Where and how operations are sent. */
export type StorefrontConfig = {
  /** Host of the shop, `shop.example`, or an origin with its scheme. */
  domain: string;
  storefrontAccessToken: string;
  /** `2022-10`. */
  apiVersion: string;
  /** Language that texts are wanted in, `fr`; any where absent. */
  language?: string;
  /** Names the program that uses this client. */
  source?: string;
};

/** Version that clients of this make name. Source: docs/product.md §9, the storefront SDK's version. */
const SDK_VERSION = "2.21.1";

/** Longest that an answer may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * A client for the Storefront GraphQL API. Source: shopify.dev, Storefront API, Authentication.
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
      const answer: unknown = await response.json();
      if (!isObject(answer)) throw new Error(`The store answered ${response.status} with something unreadable`);
      // The operation's own types, made from the schema that the endpoint answers by.
      return answer as StorefrontAnswer<Data>;
    },
  };
}

/** Whether errors of an answer, in whatever form a client hands them over, say that the token was refused. */
export function isTokenRefused(errors: unknown): boolean {
  return Array.isArray(errors) && errors.some((error) => error?.extensions?.code === "UNAUTHORIZED");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
