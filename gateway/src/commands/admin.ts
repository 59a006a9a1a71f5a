import type { Settings } from "../config/settings.ts";
import { ContentError, readArtist } from "../content/content.ts";
import { type CommandDataFile, openCommandDataFile } from "../data/command-data-file.ts";
import { counted } from "../lib/counted.ts";
import {
  makeServiceKey,
  recordPersonFile,
  removeAllFactors,
  rotateAllKeys,
  setPassword,
  signOutEverywhere,
  unlinkAllAccounts,
} from "../services/auth/builtin/commands.ts";
import { linkedIdentitiesOf } from "../services/auth/builtin/identities/identities.ts";
import { findPasswordProblem, generatePassword } from "../services/auth/builtin/new-password.ts";
import { createPasswordHasher } from "../services/auth/builtin/passwords.ts";
import { findOwner, type User } from "../services/auth/builtin/users.ts";
import { senderDomain } from "../services/mail/compose.ts";
import { dkimRecordOf, makeDkimKey } from "../services/mail/dkim.ts";
import { readListEmail } from "../services/shared/sign-up-rules.ts";
import { askPassword, PasswordError } from "./ask-password.ts";
import { runCommand } from "./command.ts";
import { readPersonFile } from "./person-file.ts";
import { rejectArguments } from "./read-arguments.ts";

const HELP = `npm run admin -- COMMAND. The site may be running.

  set-password             asks for a new password for the owner, or reads it: echo … | npm run admin -- set-password
  set-password --generate  generates a password and prints it
  remove-factors           removes the second step, for example after the telephone was lost
  unlink-accounts          removes every linked account, in case somebody else can sign in with one
  sign-out                 ends all sessions
  rotate-keys              signs with a new key from now on, and ends every service key
  service-key              prints a key, valid for 24 hours: with it, another Porchlight's npm run move reads and fills this list
  mail-key                 makes the key that signs emails (DKIM), if there is none, and prints its DNS record
  person-file EMAIL        prints everything that the data file has about an address, as JSON
  help                     prints this

set-password, remove-factors and unlink-accounts end all sessions too.`;

const OPTIONS: Readonly<Record<string, readonly string[]>> = { "set-password": ["--generate"] };

/** The commands by name. Each returns the text to print. */
const COMMANDS = new Map<
  string,
  (data: CommandDataFile, words: string[], settings: Settings) => Promise<string> | string
>([
  ["set-password", newPassword],
  ["remove-factors", (data) => `${counted(removeAllFactors(data, ownerOf(data), new Date()), "second step")} removed.`],
  ["unlink-accounts", (data) => `${counted(unlinkAllAccounts(data, ownerOf(data), new Date()), "account")} unlinked.`],
  ["sign-out", (data) => `${counted(signOutEverywhere(data, ownerOf(data), new Date()), "session")} ended.`],
  ["rotate-keys", rotate],
  ["mail-key", mailKey],
  ["person-file", personFile],
  ["service-key", (data, _words, { publicUrl }) => makeServiceKey(data, { publicUrl, now: new Date() })],
]);

/** `npm run admin -- …`: for the owner who cannot use the dashboard. */
const [name = "help", ...words] = process.argv.slice(2);
const command = COMMANDS.get(name);
const unknown = name === "person-file" ? words[1] : words.find((word) => !OPTIONS[name]?.includes(word));
if (command && unknown === undefined) {
  await runCommand(async (dir, settings) => {
    const data = openCommandDataFile(dir);
    try {
      console.log(await command(data, words, settings));
    } catch (error) {
      if (!(error instanceof PasswordError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    } finally {
      data.close();
    }
  });
} else if (["help", "--help", "-h"].includes(name)) {
  console.log(HELP);
} else {
  rejectArguments(`There is no "${[name, ...words].join(" ")}".`, { help: HELP });
}

async function newPassword(data: CommandDataFile, [option]: string[], settings: Settings): Promise<string> {
  const owner = ownerOf(data);
  const generated = option === "--generate" ? generatePassword() : undefined;
  const password = generated ?? (await askPassword());
  const { publicUrl, contentDir } = settings;
  const problem = findPasswordProblem(password, {
    email: owner.email,
    artistName: artistNameIn(contentDir),
    publicUrl,
  });
  if (problem) throw new PasswordError(`${problem.sentence} Nothing was changed.`);
  const passwordHash = await createPasswordHasher().hash(password);
  const ended = setPassword(data, owner, { passwordHash, now: new Date() });
  const { length: linked } = linkedIdentitiesOf(data.read, owner.id);
  return [
    ...(generated === undefined ? [] : [`The new password: ${generated}`]),
    `The password of ${owner.email} is set. ${counted(ended, "session")} ended.`,
    ...(linked === 0
      ? []
      : [`Linked accounts can still sign in: ${linked}. To end that: npm run admin -- unlink-accounts`]),
  ].join("\n");
}

/** The artist's name. It is empty if the content has mistakes, so that the owner can set a new password even then. */
function artistNameIn(contentDir: string): string {
  try {
    return readArtist(contentDir)?.name ?? "";
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return "";
  }
}

async function rotate(data: CommandDataFile): Promise<string> {
  await rotateAllKeys(data, new Date());
  return "A new key signs from now on. Nobody has to sign in again; service keys have ended.";
}

async function mailKey(data: CommandDataFile, _words: string[], { smtp }: Settings): Promise<string> {
  if (!smtp) return "There is no mail server yet. Set SMTP_URL and MAIL_FROM in the file .env, then try again.";
  const key = await makeDkimKey(data.change, senderDomain(smtp.from), new Date());
  const { name, value } = dkimRecordOf(key);
  return [
    `Emails from ${key.domain} are signed from now on. Add this TXT record to its DNS:`,
    "",
    `name   ${name}`,
    `value  ${value}`,
  ].join("\n");
}

function personFile(data: CommandDataFile, [word = ""]: string[]): string {
  const email = readListEmail(word);
  if (email === undefined) throw new PasswordError("Which address? Write: npm run admin -- person-file EMAIL");
  data.change((writer) => recordPersonFile(writer, new Date()));
  return JSON.stringify(readPersonFile(data.read, email), undefined, 2);
}

function ownerOf(data: CommandDataFile): User {
  const owner = findOwner(data.read);
  if (owner === undefined) throw new PasswordError("There is no owner yet. Start the site once, then try again.");
  return owner;
}
