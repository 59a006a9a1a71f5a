/** What a column of a list can mean. */
export type Meaning = "email" | "first" | "last" | "full" | "status" | "left" | "joined" | "attributes";

/** Where each meaning stands, the column that says it best first. */
export type ColumnPlan = Readonly<Record<Meaning, readonly number[]>>;

/**
 * Names of columns by what they mean, in small letters without spaces, "_" and "-"; what says it best comes first.
 * Mailchimp translates its first columns into the owner's language, and leaves those in capitals as they are.
 * `left` holds a time or a yes where somebody has left; `attributes` holds JSON.
 */
const NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  email: ["email", "emailaddress", "subscriberemail", "mail", "emailadresse", "adresseemail", "correoelectrónico"],
  first: ["firstname", "fname", "givenname", "vorname", "prénom", "prenom", "nombre"],
  last: ["lastname", "lname", "surname", "familyname", "nachname", "nomdefamille", "apellido", "apellidos"],
  full: ["name", "fullname", "subscribername", "displayname"],
  status: ["status", "subscriptionstatus", "emailmarketingstatus", "subscribedtoemails"],
  left: ["unsubtime", "cleantime", "unsubscribedat", "unsubscribed", "deletedat", "emailblacklisted", "optout"],
  joined: [
    "subscribedat",
    "optintime",
    "confirmtime",
    "createdat",
    "dateadded",
    "addedtime",
    "dateregistered",
    "signupdate",
    "joinedat",
    "subscribeddate",
    "date",
  ],
  attributes: ["attributes", "data"],
};

/** The name of a column as the tables here have it. */
export function columnKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "");
}

/** What the columns of a list mean, by their names. */
export function planColumns(names: readonly string[]): ColumnPlan {
  const keys = names.map(columnKey);
  const placesOf = (meaning: Meaning) =>
    NAMES[meaning].flatMap((name) => keys.flatMap((key, at) => (key === name ? [at] : [])));
  return {
    email: placesOf("email"),
    first: placesOf("first"),
    last: placesOf("last"),
    full: placesOf("full"),
    status: placesOf("status"),
    left: placesOf("left"),
    joined: placesOf("joined"),
    attributes: placesOf("attributes"),
  };
}

/** The first cell of a meaning that says something, trimmed; empty when none does. */
export function cellOf(plan: ColumnPlan, cells: readonly string[], meaning: Meaning): string {
  for (const at of plan[meaning]) {
    const cell = cells[at]?.trim();
    if (cell) return cell;
  }
  return "";
}
