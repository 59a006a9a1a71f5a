import type { DataFile } from "../../data/data-file.ts";
import type { SendCode, SendEmail } from "../shared/outgoing-messages.ts";
import { createAuditLog } from "./builtin/audit-log.ts";
import type { AuthContext } from "./builtin/context.ts";
import type { Endpoint } from "./builtin/endpoint.ts";
import { createLogoutEndpoint } from "./builtin/endpoints/logout.ts";
import { createPublicEndpoints } from "./builtin/endpoints/public.ts";
import { createRecoverEndpoint } from "./builtin/endpoints/recover.ts";
import { createTokenEndpoint } from "./builtin/endpoints/token.ts";
import { createUserEndpoints } from "./builtin/endpoints/user.ts";
import { createVerifyEndpoint } from "./builtin/endpoints/verify.ts";
import { createFactorEndpoints } from "./builtin/factors/endpoints.ts";
import { factorsOf, hasVerifiedFactor, wireFactor } from "./builtin/factors/factors.ts";
import { createGuesses } from "./builtin/guess-limit.ts";
import { createRequestHandler } from "./builtin/handle-request.ts";
import { createHashingQueue } from "./builtin/hashing-queue.ts";
import { createIdentityEndpoints } from "./builtin/identities/endpoints.ts";
import { linkedIdentitiesOf, PROVIDER } from "./builtin/identities/identities.ts";
import { isGoogle, type OpenIdSettings } from "./builtin/identities/provider.ts";
import { checkFirstPassword, type OwnerSettings, type Welcome, welcomeOwner } from "./builtin/owner.ts";
import { createPasswordHasher, type PasswordHasher } from "./builtin/passwords.ts";
import { createRequestAuthenticator } from "./builtin/request-authenticator.ts";
import { withSecurityEmails } from "./builtin/security-emails.ts";
import { createOversight } from "./builtin/security-overview.ts";
import { createTokenResponse } from "./builtin/session-response.ts";
import { openSigningKeys } from "./builtin/signing-keys.ts";
import { createTokens, findOrCreateAnonymousKey } from "./builtin/tokens.ts";
import { emailIdentity, type UserRecords } from "./builtin/user-records.ts";
import { findOwner } from "./builtin/users.ts";
import type { AuthOversight, AuthService } from "./contract.ts";

export type BuiltinAuthOptions = {
  data: DataFile;
  /** Address of the site without a slash at its end. It is part of the issuer in tokens. */
  publicUrl: string;
  /** The artist's current name, which is not accepted as a password. */
  artistName: () => string;
  clock?: () => Date;
  /** Milliseconds on a clock that never goes back, for limits. */
  now?: () => number;
  /** Whether rate limits are on. */
  limits?: boolean;
  hasher?: PasswordHasher;
  sendEmail?: SendEmail;
  /** Sends codes to telephones. If absent, phone factors are off. */
  sendCode?: SendCode | undefined;
  /** Another way to sign in, for people who have linked an account there. */
  openId?: OpenIdSettings | undefined;
  /** Receives unexpected errors. */
  onError?: (error: unknown) => void;
};

/** The auth service, with functions for the program itself. */
export interface BuiltinAuth extends AuthService {
  readonly oversight: AuthOversight;
  /** @throws {OwnerPasswordError} when there is no owner yet, and the password in the settings is too weak */
  checkFirstPassword(settings: OwnerSettings): void;
  /** Creates the owner at the first start. Before that, nobody can sign in. */
  welcomeOwner(settings: OwnerSettings): Promise<Welcome>;
  /** Dependencies of the endpoints, for tests that move the clock and sign people in without a password. */
  readonly context: AuthContext;
}

/** Auth on the data file, which stores signing keys, users and sessions. The first start creates the keys. */
export async function createBuiltinAuth({
  data,
  publicUrl,
  artistName,
  clock = () => new Date(),
  now = () => performance.now(),
  limits = true,
  hasher = createPasswordHasher(),
  sendEmail = () => Promise.reject(new Error("no email service is set up")),
  sendCode,
  openId,
  onError = () => {},
}: BuiltinAuthOptions): Promise<BuiltinAuth> {
  const keys = await openSigningKeys(data, clock);
  const issuer = `${publicUrl}/auth/v1`;
  const tokens = createTokens(keys, issuer, clock);
  const anonymousKey = await findOrCreateAnonymousKey(data, { issuer, tokens });
  const userRecords: UserRecords = {
    factorsOf: (userId) => factorsOf(data.read, userId).map(wireFactor),
    identitiesOf: (user) => [emailIdentity(user), ...linkedIdentitiesOf(data.read, user.id)],
    hasVerifiedFactor: (userId) => hasVerifiedFactor(data.read, userId),
  };
  const later: AuthContext["later"] = (work) => void work().catch(onError);
  const auditLog = createAuditLog({ data, clock, onError });
  const audit = withSecurityEmails({
    audit: auditLog.audit,
    sendEmail,
    ownerEmail: () => findOwner(data.read)?.email,
    publicUrl,
    later,
  });
  const context: AuthContext = {
    data,
    publicUrl,
    artistName,
    clock,
    userRecords,
    guesses: createGuesses({ limits, now, audit }),
    audit,
    sendEmail,
    tokenResponse: createTokenResponse({ data, tokens, userRecords, clock }),
    later,
  };
  const authenticator = createRequestAuthenticator({ data, tokens, anonymousKey, userRecords, clock });
  const passwords = { hasher, queue: createHashingQueue() };
  const endpoints: Endpoint[] = [
    createTokenEndpoint(context, passwords),
    createLogoutEndpoint(context),
    ...createUserEndpoints(context, passwords),
    createRecoverEndpoint(context, { limits, now }),
    createVerifyEndpoint(context, { limits, now }),
    ...createFactorEndpoints(context, { sendCode, limits, now }),
    ...createIdentityEndpoints(context, openId),
    ...createPublicEndpoints({ keys, clock, providers: { [PROVIDER]: openId !== undefined } }),
  ];

  return {
    isHosted: false,
    linkedSignIn: openId && !isGoogle(openId) ? "other" : "google",
    anonymousKey,
    identify: authenticator.identify,
    answer: createRequestHandler({ endpoints, data, authenticator, publicUrl, clock, onError }),
    oversight: createOversight({ data, clock, audit, page: auditLog.page }),
    checkFirstPassword: (settings) => checkFirstPassword(data, settings, { artistName: artistName(), publicUrl }),
    welcomeOwner: (settings) =>
      welcomeOwner(data, settings, { hasher, now: clock(), artistName: artistName(), publicUrl }),
    context,
  };
}
