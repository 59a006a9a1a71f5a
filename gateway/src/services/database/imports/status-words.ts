import { plainKey } from "./columns.ts";

/** What a status says: gets emails, must not get any, never said yes. */
export type ImportedStatus = "active" | "left" | "unconfirmed";

/**
 * Words of every tool, and of spreadsheets in seven languages. Sources: those of `detectFormat`; listmonk's subscribers
 * are enabled, disabled or blocklisted, Keila's active, unsubscribed or unreachable.
 */
const WORDS: Readonly<Record<ImportedStatus, readonly string[]>> = {
  active: [
    ...["", "active", "subscribed", "enabled", "confirmed", "true", "yes", "1"],
    ...["aktiv", "abonniert", "angemeldet", "bestätigt", "ja", "actif", "abonné", "abonnée", "inscrit"],
    ...["inscrite", "confirmé", "oui", "activo", "activa", "suscrito", "suscrita", "confirmado", "sí"],
    ...["attivo", "attiva", "iscritto", "iscritta", "confermato", "actief", "ingeschreven", "aangemeld", "geabonneerd"],
    ...["bevestigd", "ativo", "ativa", "inscrito", "inscrita", "subscrito", "sim"],
  ],
  // They have left, complained, or emails come back.
  left: [
    ...["unsubscribed", "cleaned", "disabled", "blocklisted", "blacklisted", "unreachable", "bounced", "complained"],
    ...["marked as spam", "inactive", "suppressed", "removed", "deleted", "archived", "false", "no", "0"],
    ...["abgemeldet", "abbestellt", "ausgetragen", "inaktiv", "gesperrt", "gelöscht", "nein"],
    ...["désabonné", "désabonnée", "désinscrit", "désinscrite", "inactif", "bloqué", "supprimé", "non"],
    ...["baja", "dado de baja", "de baja", "cancelado", "inactivo", "bloqueado", "eliminado"],
    ...["disiscritto", "disiscritta", "cancellato", "inattivo", "bloccato", "annullato"],
    ...["uitgeschreven", "afgemeld", "inactief", "geblokkeerd", "verwijderd", "nee"],
    ...["inativo", "descadastrado", "removido", "não"],
  ],
  unconfirmed: [
    ...["unconfirmed", "pending", "nonsubscribed", "non-subscribed", "transactional", "not subscribed"],
    ...["unbestätigt", "nicht bestätigt", "ausstehend", "en attente", "non confirmé", "pendiente", "no confirmado"],
    ...["in attesa", "non confermato", "in afwachting", "niet bevestigd", "pendente", "não confirmado"],
  ],
};

const STANDINGS: readonly ImportedStatus[] = ["active", "left", "unconfirmed"];
const STANDING_OF = new Map(STANDINGS.flatMap((standing) => WORDS[standing].map((word) => [plainKey(word), standing])));
/** What says in a column of unsubscribe times or yeses that a subscriber has not unsubscribed. */
const NOT_LEFT = new Set(["", "false", "no", "nein", "non", "nee", "nao", "0", "null", "none", "00000000000000"]);

/** What a status says; undefined when it is not known here. */
export function statusOf(status: string): ImportedStatus | undefined {
  return isSigns(status) ? undefined : STANDING_OF.get(plainKey(status));
}

/** Whether a cell of a column of unsubscribe times or yeses says that a subscriber has unsubscribed. */
export function saysUnsubscribed(cell: string): boolean {
  return isSigns(cell) || !NOT_LEFT.has(plainKey(cell));
}

/** Signs alone, "-" or "??", are no word, and not the same as nothing. */
function isSigns(text: string): boolean {
  return text.trim() !== "" && plainKey(text) === "";
}
