/** Who makes a request. Stands outside the services because all of them ask it and none may import another. */

/** A visitor with the public key, or a person who signed in. */
export type Caller =
  | { role: "anonymous" }
  | {
      role: "authenticated";
      /** Whether the person may administer the site. Source: docs/product.md §6. */
      admin: boolean;
      userId: string;
    };

/** What a request brings to say who makes it, as its headers hold them. */
export type Credentials = {
  /** The `apikey` header or query parameter. */
  apikey: string | undefined;
  /** The `Authorization` header, `Bearer …`. */
  authorization: string | undefined;
};

/** Outcome of checking {@link Credentials}; each protocol words the refusals in its own way. */
export type Identification =
  | { ok: true; caller: Caller }
  | { ok: false; reason: "missing-key" | "unknown-key" | "invalid-token" | "expired-token" };

/** Says who makes a request. */
export type Identify = (credentials: Credentials) => Promise<Identification>;
