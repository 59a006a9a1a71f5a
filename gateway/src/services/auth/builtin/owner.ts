import type { DataFile } from "../../../data/data-file.ts";
import { endEmailCodes } from "./email-codes.ts";
import { findPasswordProblem, generatePassword } from "./new-password.ts";
import type { PasswordHasher } from "./passwords.ts";
import { addUser, changeUser, findOwner, findUserByEmail, normalEmail } from "./users.ts";

/** The owner, as the settings describe them. */
export type OwnerSettings = {
  email: string;
  /** Only for the first start. */
  password: string | undefined;
};

/** Public names of the site. A password that consists of them is rejected. */
type SiteNames = { artistName: string; publicUrl: string };

/** Result of {@link welcomeOwner}. */
export type Welcome =
  /** The first start. `generated` is the password when none was set; only its hash is stored. */
  | { isNew: true; generated: string | undefined }
  /** A later start. `isPasswordIgnored`: the settings have a password that is not the owner's. */
  | { isNew: false; isPasswordIgnored: boolean };

/** The password in the settings is too weak for the first start; the message says why. */
export class OwnerPasswordError extends Error {
  override readonly name = "OwnerPasswordError";
}

/**
 * Checks the password in the settings, before the first start creates anything.
 *
 * @throws {OwnerPasswordError} when the dashboard would reject the password too
 */
export function checkFirstPassword(data: DataFile, { email, password }: OwnerSettings, site: SiteNames): void {
  if (password === undefined || findOwner(data.read) !== undefined) return;
  const problem = findPasswordProblem(password, { ...site, email });
  if (problem) throw new OwnerPasswordError(problem.sentence);
}

/**
 * Creates the owner at the first start. Later starts take the owner's address from the settings.
 *
 * @throws {OwnerPasswordError} when the dashboard would reject the first password too
 */
export async function welcomeOwner(
  data: DataFile,
  { email, password }: OwnerSettings,
  { hasher, now, ...site }: { hasher: PasswordHasher; now: Date } & SiteNames,
): Promise<Welcome> {
  const owner = findOwner(data.read);
  if (owner === undefined) {
    checkFirstPassword(data, { email, password }, site);
    const generated = password === undefined ? generatePassword() : undefined;
    const passwordHash = await hasher.hash(password ?? generated ?? generatePassword());
    await data.write((writer) => addUser(writer, { email, passwordHash, role: "admin", now }));
    return { isNew: true, generated };
  }
  if (owner.email !== normalEmail(email)) {
    await data.write((writer) => {
      // The owner does not take over another account that has this address.
      if (findUserByEmail(writer, email) !== undefined) return;
      changeUser(writer, owner.id, { email }, now);
      // Codes in emails to the former mailbox must not work any more.
      endEmailCodes(writer, owner.id);
    });
  }
  const isPasswordIgnored = password !== undefined && !(await hasher.verify(password, owner.passwordHash));
  return { isNew: false, isPasswordIgnored };
}
