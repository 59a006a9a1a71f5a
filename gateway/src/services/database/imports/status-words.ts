import { isPlain, plainKey } from "./columns.ts";

/** A status: the subscriber gets emails, must not get any, or has never confirmed. */
export type ImportedStatus = "active" | "unsubscribed" | "unconfirmed";

/**
 * Words for each status, of every tool and of spreadsheets in seven languages. Sources: those of `detectFormat`.
 * listmonk's subscribers are enabled, disabled or blocklisted; Keila's are active, unsubscribed or unreachable.
 */
const WORDS: Readonly<Record<ImportedStatus, readonly string[]>> = {
  active: [
    ...["active", "subscribed", "enabled", "confirmed", "true", "yes", "y", "1"],
    ...["aktiv", "abonniert", "angemeldet", "bestätigt", "ja", "actif", "abonné", "abonnée", "inscrit"],
    ...["inscrite", "confirmé", "oui", "activo", "activa", "suscrito", "suscrita", "confirmado", "sí"],
    ...["attivo", "attiva", "iscritto", "iscritta", "confermato", "actief", "ingeschreven", "aangemeld", "geabonneerd"],
    ...["wahr", "vrai", "verdadero", "vero", "waar", "verdadeiro"],
    ...["bevestigd", "ativo", "ativa", "inscrito", "inscrita", "subscrito", "sim"],
  ],
  // The subscriber unsubscribed or complained, or emails bounced.
  unsubscribed: [
    ...["unsubscribed", "cleaned", "disabled", "blocklisted", "blacklisted", "unreachable", "bounced", "complained"],
    ...["hard bounce", "hard bounced", "bounce", "invalid", "opted out", "opt out", "do not mail", "do not email"],
    ...["cancelled", "canceled"],
    ...["marked as spam", "inactive", "suppressed", "removed", "deleted", "archived", "false", "no", "n", "0"],
    ...["abgemeldet", "abbestellt", "ausgetragen", "inaktiv", "gesperrt", "gelöscht", "nein"],
    ...["désabonné", "désabonnée", "désinscrit", "désinscrite", "inactif", "bloqué", "supprimé", "non"],
    ...["baja", "dado de baja", "de baja", "cancelado", "inactivo", "bloqueado", "eliminado"],
    ...["disiscritto", "disiscritta", "cancellato", "inattivo", "bloccato", "annullato"],
    ...["uitgeschreven", "afgemeld", "inactief", "geblokkeerd", "verwijderd", "nee"],
    ...["inativo", "descadastrado", "removido", "não", "falsch", "faux", "falso", "onwaar"],
  ],
  unconfirmed: [
    ...["unconfirmed", "pending", "nonsubscribed", "non-subscribed", "transactional", "not subscribed"],
    ...["not opted in", "never subscribed", "unactivated"],
    ...["unbestätigt", "nicht bestätigt", "ausstehend", "en attente", "non confirmé", "pendiente", "no confirmado"],
    ...["in attesa", "non confermato", "in afwachting", "niet bevestigd", "pendente", "não confirmado"],
  ],
};

/** Why a list stopped writing to an address: emails bounced, or their reader complained. */
export type ImportedReturn = "hard" | "complaint";

const RETURN_WORDS: Readonly<Record<ImportedReturn, readonly string[]>> = {
  hard: ["cleaned", "bounced", "bounce", "hard bounce", "hard bounced", "unreachable"],
  complaint: ["complained", "complaint", "marked as spam", "spam", "abuse", "spam complaint", "abuse complaint"],
};
const RETURN_BY_WORD = new Map(
  (["hard", "complaint"] as const).flatMap((kind) => RETURN_WORDS[kind].map((word) => [plainKey(word), kind])),
);

/** @returns what a status or a reason says about bounced emails; undefined for any other word */
export function parseReturn(word: string): ImportedReturn | undefined {
  return RETURN_BY_WORD.get(plainKey(word));
}

/** The words above that mean a status in any column. "cancelled", "inactive" and the like also say other things. */
const CLEAR_WORDS = [
  ...["unsubscribed", "blocklisted", "blacklisted", "hard bounce", "bounced", "opted out"],
  ...["do not mail", "do not email", "marked as spam", "suppressed", "abgemeldet", "abbestellt", "ausgetragen"],
  ...["désabonné", "désinscrit", "dado de baja", "disiscritto", "disiscritta", "uitgeschreven", "afgemeld"],
  ...["descadastrado", "unconfirmed", "nonsubscribed", "not subscribed", "never subscribed", "unactivated"],
].map(plainKey);

const STATUSES: readonly ImportedStatus[] = ["active", "unsubscribed", "unconfirmed"];
const STATUS_BY_WORD = new Map(STATUSES.flatMap((status) => WORDS[status].map((word) => [plainKey(word), status])));
/** Cells in a column of unsubscribe times or yes/no that mean "not unsubscribed". */
const NOT_UNSUBSCRIBED = new Set([
  "false",
  "no",
  "nein",
  "non",
  "nee",
  "nao",
  "falsch",
  "faux",
  "falso",
  "onwaar",
  "0",
  "null",
  "none",
  "never",
  "subscribed",
  "active",
  "00000000000000",
]);

/** @returns the status that a word means; undefined for an unknown word */
export function parseStatus(word: string): ImportedStatus | undefined {
  if (hasOnlySigns(word)) return undefined;
  const status = STATUS_BY_WORD.get(plainKey(word));
  return status === "active" && !isPlainAnswer(word) ? undefined : status;
}

/** Whether an answer is plain, perhaps with a full stop. */
function isPlainAnswer(answer: string): boolean {
  return isPlain(answer.replace(/[.!]\s*$/u, ""));
}

/**
 * Whether a cell of any column begins with a word that means the person gets no emails: a note "Unsubscribed in May", or
 * a list without names of columns.
 */
export function saysClearly(cell: string): boolean {
  const key = plainKey(cell);
  return CLEAR_WORDS.some((word) => key.startsWith(word));
}

/** Only ticks. */
const TICKS = /^[✓✔☑✅🗹+]+$/u;
/** Characters between ticks: spaces, and the variation selector that gives a tick its colour. */
const AROUND_TICKS = /\s|\uFE0F/gu;
/** Words for yes that count only in a column of consent. */
const AGREEMENTS = new Set(
  [
    ...["x", "on", "checked", "ticked", "agreed", "accepted", "granted", "consented", "opted in", "opt in"],
    ...["i agree", "i accept", "i consent", "yes please", "ich stimme zu", "einverstanden", "j’accepte", "acepto"],
    ...["accetto", "akkoord", "aceito"],
  ].map(plainKey),
);

/** Words of sentences that say no, in the languages above. */
const NEGATIONS = new Set([
  ...["no", "not", "dont", "wont", "never", "disagree", "decline", "declined", "refuse", "refused", "off", "unchecked"],
  ...["nope", "nah", "stop", "unsubscribe", "remove"],
  ...["nein", "nicht", "kein", "keine", "keinen", "non", "pas", "jamais", "nunca", "nee", "niet", "geen", "nao"],
]);

/**
 * Reads a person's answer in a column of consent. Only a known yes counts as yes. More words may follow a no, as in
 * "No, thanks", or it may be a sentence, "I do not agree". @returns undefined for every other answer, such as a date
 */
export function parseConsent(answer: string): ImportedStatus | undefined {
  // A cross or a dash is not consent.
  if (hasOnlySigns(answer)) return TICKS.test(answer.replace(AROUND_TICKS, "")) ? "active" : "unconfirmed";
  if (AGREEMENTS.has(plainKey(answer)) && isPlainAnswer(answer)) return "active";
  const known = parseStatus(answer);
  if (known !== undefined) return known;
  const start = parseStatus(answer.split(/[,;.!]/, 1)[0] ?? "");
  if (start !== undefined && start !== "active") return start;
  return answer.split(/[^\p{L}\p{M}'’]+/u).some((word) => NEGATIONS.has(plainKey(word))) ? "unsubscribed" : undefined;
}

/** Whether a cell says that an address was confirmed: a yes, or the time when it was. */
export function saysConfirmed(cell: string): boolean {
  const isTime = /^\d+[./-]\d+[./-]\d+[\d\s:./+TZ-]*(?:UTC|[ap]m)?$/i.test(cell) && /[1-9]/.test(cell);
  return isTime || parseConsent(cell) === "active";
}

/** Whether a cell in a column of unsubscribe times or yes/no means "unsubscribed". */
export function saysUnsubscribed(cell: string): boolean {
  // Klaviyo writes a list of reasons.
  if (cell.trim() === "[]" || cell.trim() === "") return false;
  return !isPlainAnswer(cell) || !NOT_UNSUBSCRIBED.has(plainKey(cell));
}

/**
 * Whether a text has only signs, no letters or digits, such as "-" or "??". Such a text differs from an empty one.
 */
function hasOnlySigns(text: string): boolean {
  return text.trim() !== "" && plainKey(text) === "";
}
