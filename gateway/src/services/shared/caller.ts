/** The caller of a request. The type is outside of the services: all of them use it, and none may import another. */

/** A visitor with the public key, a signed-in person, or a program that moves a list with the service key. */
export type Caller = { role: "anonymous" } | { role: "service" } | Person;

/** Somebody with a valid access token of a session that has not ended. */
export type Person = {
  role: "authenticated";
  /** Whether the person may administer the site now. Source: docs/product.md §6. */
  admin: boolean;
  /** Whether only the second step is missing: an administrator with a verified factor has to reach `aal2` first. */
  needsSecondStep: boolean;
  userId: string;
  email: string;
  sessionId: string;
};

/** A request's credentials, as in its headers. */
export type Credentials = {
  /** The `apikey` header or query parameter. */
  apikey: string | undefined;
  /** The `Authorization` header, `Bearer …`. */
  authorization: string | undefined;
};

/** The token of an `Authorization` header; as in PostgREST, schemes other than Bearer are ignored. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(.*)$/i.exec(authorization ?? "")?.[1];
}

/** Result of checking {@link Credentials}; each protocol has its own form of the errors. */
export type Identification =
  | { ok: true; caller: Caller }
  | { ok: false; reason: "missing-key" | "unknown-key" | "invalid-token" | "expired-token" | "ended-session" };

/** Identifies the caller of a request. */
export type Identify = (credentials: Credentials) => Promise<Identification>;

/** Where a request comes from. */
export type Client = {
  /** The limits count requests by this key: an IPv4 address, or the network of an IPv6 address. */
  key: string;
  /** The address itself, for the owner to see. */
  address: string;
  userAgent: string;
};
