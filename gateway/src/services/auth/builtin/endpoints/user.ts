import { PASSWORD_MAX_LENGTH } from "@porchlight/protocol/limits.ts";
import * as v from "valibot";
import {
  AuthError,
  insufficientAal,
  passwordNeeded,
  sessionNotFound,
  validationFailed,
  wrongPassword,
} from "../../auth-error.ts";
import type { AuthContext } from "../context.ts";
import { EMAIL_CODE_MINUTES, endEmailCodes } from "../email-codes.ts";
import { type Endpoint, type EndpointResponse, type PersonRequest, read, textSchema } from "../endpoint.ts";
import type { HashingQueue } from "../hashing-queue.ts";
import { requireGoodPassword } from "../new-password.ts";
import type { PasswordHasher } from "../passwords.ts";
import { confirmSession, endSessions, findSession, type Session } from "../sessions.ts";
import { changeUser, findUser, normalEmail, type User, wireUser } from "../users.ts";

type UserOptions = { hasher: PasswordHasher; queue: HashingQueue };

/** Maximum size of the data that clients store with an account, in characters of JSON. Every token contains it. */
const METADATA_MAX_LENGTH = 2_000;

const changeSchema = v.object({
  email: v.optional(v.nullable(textSchema)),
  phone: v.optional(v.nullable(textSchema)),
  password: v.optional(v.nullable(textSchema)),
  current_password: v.optional(v.nullable(textSchema)),
  data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
});

/**
 * `GET user` and `PUT user`: the signed-in user, a new password, and data that a client stores with the account. A
 * `PUT` with only the current password proves again who the user is. Some changes need this proof.
 */
export function createUserEndpoints(context: AuthContext, { hasher, queue }: UserOptions): Endpoint[] {
  const { data, userRecords, audit, guesses } = context;

  async function change(request: PersonRequest): Promise<EndpointResponse> {
    const { body, signedIn, client, now } = request;
    const { user, session } = signedIn;
    const change = read(changeSchema, body);
    rejectAddressChanges(change, user);
    // Somebody who stole a session of only the first step must not be able to take over the account.
    if (signedIn.aal !== "aal2" && userRecords.hasVerifiedFactor(user.id)) throw insufficientAal();
    if (change.password || change.current_password) await requireCurrentPassword(change.current_password, request);
    const userMetadata = change.data ? mergedMetadata(user, change.data) : undefined;
    const passwordHash = change.password ? await newHash(change.password, user) : undefined;

    const changed = await data.write((writer) => {
      // Hashing takes a while. Meanwhile the owner may have ended this session or changed the password.
      const live = findSession(writer, session.id, now);
      if (live === undefined) throw sessionNotFound();
      const isProven = passwordHash !== undefined || change.current_password;
      if (isProven && findUser(writer, user.id)?.passwordHash !== user.passwordHash) throw wrongPassword();
      if (change.current_password) confirmSession(writer, live, now);
      changeUser(
        writer,
        user.id,
        { ...(passwordHash !== undefined && { passwordHash }), ...(userMetadata && { userMetadata }) },
        now,
      );
      if (passwordHash !== undefined) {
        endSessions(writer, user.id, "others", session.id);
        endEmailCodes(writer, user.id);
      }
      return findUser(writer, user.id);
    });
    if (passwordHash !== undefined) await audit({ event: "password-changed", client });
    return { status: 200, body: wireUser(changed ?? user, userRecords) };
  }

  /** Somebody at an unlocked computer, or with a stolen token, must not be able to lock the owner out permanently. */
  async function requireCurrentPassword(current: string | null | undefined, request: PersonRequest): Promise<void> {
    const { user, session } = request.signedIn;
    if (!current) {
      if (wasOpenedByEmail(session, request.now)) return;
      throw passwordNeeded();
    }
    guesses.spend("password", request);
    const isRight =
      current.length <= PASSWORD_MAX_LENGTH && (await queue.run(() => hasher.verify(current, user.passwordHash), true));
    if (isRight) {
      guesses.refill("password", request);
      return;
    }
    await audit({ event: "sign-in-failed", client: request.client, details: { method: "password-change" } });
    throw wrongPassword();
  }

  async function newHash(password: string, user: User): Promise<string> {
    const { publicUrl, artistName } = context;
    requireGoodPassword(password, { email: user.email, publicUrl, artistName: artistName() });
    if (await queue.run(() => hasher.verify(password, user.passwordHash), true)) {
      throw new AuthError(422, "same_password", "New password should be different from the old password.");
    }
    return queue.run(() => hasher.hash(password), true);
  }

  return [
    {
      method: "GET",
      path: "user",
      access: "person",
      handle: ({ signedIn }) => ({ status: 200, body: wireUser(signedIn.user, userRecords) }),
    },
    { method: "PUT", path: "user", access: "person", handle: change },
  ];
}

/** Whether this session began with an email for a forgotten password, within the time that such an email is valid. */
function wasOpenedByEmail({ amr }: Session, now: Date): boolean {
  const since = now.getTime() / 1000 - EMAIL_CODE_MINUTES * 60;
  return amr.some(({ method, timestamp }) => (method === "recovery" || method === "otp") && timestamp >= since);
}

/** Rejects a new address, which only the settings can change, and a telephone, which only phone factors have. */
function rejectAddressChanges({ email, phone }: v.InferOutput<typeof changeSchema>, user: User): void {
  if (email && normalEmail(email) !== user.email) {
    throw new AuthError(422, "email_address_not_authorized", "The address of the owner is set by ADMIN_EMAIL.");
  }
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone sign-in is not available.");
}

/** Merges metadata as Supabase Auth does: removes keys with null, sets other keys, and leaves the rest. */
function mergedMetadata(user: User, given: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries({ ...user.userMetadata, ...given }).filter(([, value]) => value !== null);
  const metadata = Object.fromEntries(merged);
  if (JSON.stringify(metadata).length > METADATA_MAX_LENGTH) {
    throw validationFailed(`data may have ${METADATA_MAX_LENGTH} characters at most`);
  }
  return metadata;
}
