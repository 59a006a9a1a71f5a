import type { Identify } from "../caller.ts";

/** What we ask of any auth service: a public key for visitors and who is behind a request. */
export interface AuthService {
  /** The public key that every browser may know: a JWT with the role `anon`, the same after every restart. */
  readonly anonymousKey: string;
  /** Says who makes a request. Never throws for what a client can send. */
  readonly identify: Identify;
}
