import type { DataFile } from "../../../data/data-file.ts";
import { endEmailCodes } from "./email-codes.ts";
import { faultOf, generatePassword } from "./new-password.ts";
import type { PasswordHasher } from "./passwords.ts";
import { addUser, changeUser, findOwner, findUserByEmail, normalEmail } from "./users.ts";

/** Who the settings say the owner is. */
export type OwnerSettings = {
  email: string;
  /** For the first start alone. */
  password: string | undefined;
};

/** What the site is called, which is no secret: a password made of it is refused. */
type SiteNames = { artistName: string; publicUrl: string };

/** What came of {@link welcomeOwner}. */
export type Welcome =
  /** The first start; `generated` is the password when none was set, known only now. */
  | { isNew: true; generated: string | undefined }
  /** `isPasswordIgnored` says that a password is set which is not, or no longer, the owner's. */
  | { isNew: false; isPasswordIgnored: boolean };

/** A password in the settings that the first start does not take; the message says why. */
export class OwnerPasswordError extends Error {
  override readonly name = "OwnerPasswordError";
}

/**
 * Looks, before the first start has cost anything, whether the owner can be made with the password in the settings.
 *
 * @throws {OwnerPasswordError} when it would be refused of the owner too
 */
export function checkFirstPassword(data: DataFile, { email, password }: OwnerSettings, site: SiteNames): void {
  if (password === undefined || findOwner(data.read) !== undefined) return;
  const fault = faultOf(password, { ...site, email });
  if (fault) throw new OwnerPasswordError(fault.sentence);
}

/**
 * Makes the owner at the first start; later lets the owner's address follow the settings.
 *
 * @throws {OwnerPasswordError} when the password of the first start would be refused of the owner too
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
      // Somebody else's account at that address, should there ever be one, is not taken over.
      if (findUserByEmail(writer, email) !== undefined) return;
      changeUser(writer, owner.id, { email }, now);
      // Whoever reads the former mailbox must not get in by an email that lies there.
      endEmailCodes(writer, owner.id);
    });
  }
  const isPasswordIgnored = password !== undefined && !(await hasher.verify(password, owner.passwordHash));
  return { isNew: false, isPasswordIgnored };
}
