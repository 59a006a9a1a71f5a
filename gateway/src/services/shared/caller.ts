/** Who makes a request. Stands outside the services because all of them ask it and none may import another. */

/** A visitor with the public key, a person who signed in, or what moves a list with the service key. */
export type Caller = { role: "anonymous" } | { role: "service" } | Person;

/** Somebody with a valid access token of a session that has not ended. */
export type Person = {
  role: "authenticated";
  /** Whether the person may administer the site just now. Source: docs/product.md §6. */
  admin: boolean;
  /** Whether the person could administer after a second step: a verified factor asks for `aal2`. */
  needsSecondStep: boolean;
  userId: string;
  email: string;
  sessionId: string;
};

/** What a request brings to say who makes it, as its headers hold them. */
export type Credentials = {
  /** The `apikey` header or query parameter. */
  apikey: string | undefined;
  /** The `Authorization` header, `Bearer …`. */
  authorization: string | undefined;
};

/** The token of an `Authorization` header; another scheme than Bearer is not ours to read, as PostgREST has it. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(.*)$/i.exec(authorization ?? "")?.[1];
}

/** Outcome of checking {@link Credentials}; each protocol words the refusals in its own way. */
export type Identification =
  | { ok: true; caller: Caller }
  | { ok: false; reason: "missing-key" | "unknown-key" | "invalid-token" | "expired-token" | "ended-session" };

/** Says who makes a request. */
export type Identify = (credentials: Credentials) => Promise<Identification>;

/** Where a request comes from. */
export type Client = {
  /** What limits count by: an IPv4 address, or the network of an IPv6 one. */
  key: string;
  /** The address itself, for the owner's eyes. */
  address: string;
  userAgent: string;
};
