/** Intended differences between the services and a gateway in front of them. */
export const DIFFERENCES = {
  "audit log": "The provider logs changes of its list; the gateway in front does not log them.",
  "service key":
    "Only a move of the list uses a service key, and sends it to the provider directly; a gateway in front accepts none.",
  "functions of a move": "A gateway in front does not offer the functions that only a move of the list may call.",
  "words for a function": "The gateway rejects an unknown function before it checks method and arguments.",
  "either profile":
    "The gateway rejects an unknown schema in either profile header, even in the header that the method does not use.",
  "size of requests":
    "A whole gateway in front limits the size of bodies and addresses; the services alone are only routes.",
  "compressed lists": "The gateway passes a list on as it comes from the provider, piece by piece.",
  mutations:
    "The gateway passes on only mutations of carts, because others reach what a shop stores about its customers.",
  "cached responses": "The gateway caches reads of a remote shop for a while, so changes appear later.",
  "addresses of pictures": "The gateway serves the pictures of a remote shop at its own addresses.",
  "methods of a path": "Only the provider knows the methods of a path; the gateway lists all methods that it forwards.",
  paths: "The gateway rejects paths that signing in does not need, whatever the provider would answer.",
  "known browsers": "The gateway does not forward a browser's cookies, so the provider recognises no browser.",
  "address of a client": "The provider sees the gateway's address and user agent, not the browser's.",
  "limits of its own":
    "The gateway counts guesses by client, and leaves limits of emails, codes and requests to the provider.",
  "spellings of the key":
    "The gateway replaces its public key by that of the provider only in its one spelling; the provider rejects others.",
  "channels of the list":
    "A project may have other channels: the gateway rejects all but those of the list, with its own messages.",
} as const;

/** The reason why a case has another result through a gateway in front. */
export type Difference = keyof typeof DIFFERENCES;

declare module "vitest" {
  interface ProvidedContext {
    /** Whether cases reach the services through a gateway in front; only in `npm run soak`. */
    isThroughHosted?: boolean;
  }
  interface TaskMeta {
    /** Why a case does not run through a gateway in front. */
    difference?: Difference;
  }
}
