import type { DataFile } from "../data/data-file.ts";
import { createPasswordHasher } from "../services/auth/builtin/passwords.ts";
import { startSession } from "../services/auth/builtin/sessions.ts";
import { openSigningKeys } from "../services/auth/builtin/signing-keys.ts";
import { createTokens } from "../services/auth/builtin/tokens.ts";
import { addUser, findOwner } from "../services/auth/builtin/users.ts";
import { type BuiltinAuth, type BuiltinAuthOptions, createBuiltinAuth } from "../services/auth/builtin.ts";

export const OWNER = { email: "owner@localhost", password: "a porch with a light" };

/** A password hasher with a low cost, so that tests with many sign-ins are quick. */
export const quickHasher = createPasswordHasher({ memory: 8, passes: 1, parallelism: 1 });

/** The built-in auth service with its owner, who can sign in with {@link OWNER}. */
export async function anAuth(data: DataFile, options: Partial<BuiltinAuthOptions> = {}): Promise<BuiltinAuth> {
  const auth = await createBuiltinAuth({
    data,
    publicUrl: "https://artist.example",
    artistName: () => "June Marlow",
    hasher: quickHasher,
    ...options,
  });
  await auth.welcomeOwner(OWNER);
  return auth;
}

/** The client of requests in tests. */
export const TEST_CLIENT = { key: "192.0.2.1", address: "192.0.2.1", userAgent: "a test" };

/** Creates a session of the owner. @returns its access token */
export async function anAdminToken({ context }: BuiltinAuth): Promise<string> {
  const owner = findOwner(context.data.read);
  if (owner === undefined) throw new Error("there is no owner yet");
  return createToken(context, owner.id);
}

/** Creates a session of a user without rights. @returns its access token */
export async function aPersonToken({ context }: BuiltinAuth): Promise<string> {
  const now = context.clock();
  const person = { email: `person-${now.getTime()}@localhost`, passwordHash: "none", role: null, now };
  const { id } = await context.data.write((writer) => addUser(writer, person));
  return createToken(context, id);
}

/** Creates a key of the service role, as `npm run admin -- service-key` does. */
export async function aServiceKey({ context }: BuiltinAuth): Promise<string> {
  const { data, publicUrl, clock } = context;
  return createTokens(await openSigningKeys(data, clock), `${publicUrl}/auth/v1`, clock).issueServiceKey();
}

async function createToken(context: BuiltinAuth["context"], userId: string): Promise<string> {
  const now = context.clock();
  const issued = await context.data.write((writer) =>
    startSession(writer, { userId, method: "password", client: TEST_CLIENT, now }),
  );
  return (await context.tokenResponse(issued)).access_token;
}
