import type { Meaning } from "./columns.ts";

/**
 * Names of columns by meaning, as `plainKey` writes them, the best name first. They are in English, German, French,
 * Spanish, Italian, Dutch and Portuguese: spreadsheets are in the owner's language, and Mailchimp translates its first
 * columns. A cell of `unsubscribed` is a time or a yes if the subscriber unsubscribed. `consent` says whether a person
 * agreed to get emails, as in Shopify's file of customers: only names that leave no doubt are in it, and "Einwilligung"
 * can also be consent to a privacy policy. A cell of `perhapsStatus` counts only if it is a known word. `confirmed`
 * says whether an address was confirmed, as in phpList's. `attributes` holds JSON.
 */
export const COLUMN_NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  email: [
    ...["email", "emailaddress", "subscriberemail", "mail", "mailaddress"],
    ...["emailadresse", "mailadresse"],
    ...["adresseemail", "adressemail", "adresseelectronique", "courriel", "adressecourriel", "mel"],
    ...["correoelectronico", "correo", "direcciondecorreo", "direcciondecorreoelectronico", "direccionemail"],
    ...["indirizzoemail", "indirizzomail", "indirizzodipostaelettronica", "postaelettronica"],
    ...["emailadres", "mailadres"],
    ...["enderecodeemail", "enderecoemail", "correioeletronico", "enderecoeletronico"],
  ],
  first: [
    ...["firstname", "fname", "givenname", "vorname", "rufname", "prenom"],
    ...["nombredepila", "primernombre", "primonome", "voornaam", "primeironome", "nomeproprio"],
  ],
  last: [
    ...["lastname", "lname", "surname", "familyname", "nachname", "familienname", "zuname", "nomdefamille"],
    ...["apellido", "apellidos", "primerapellido", "cognome", "achternaam", "familienaam", "sobrenome", "apelido"],
    "ultimonome",
  ],
  full: [
    ...[
      "fullname",
      "subscribername",
      "displayname",
      "vollstandigername",
      "vorundnachname",
      "nomcomplet",
      "nometprenom",
    ],
    ...["prenometnom", "nombrecompleto", "nombreyapellidos", "nomecompleto", "nomeecognome", "volledigenaam"],
  ],
  status: [
    ...["status", "subscriptionstatus", "emailmarketingstatus", "abostatus", "anmeldestatus"],
    ...["statut", "statutdabonnement", "estadodesuscripcion", "estadodelasuscripcion", "statoiscrizione"],
    ...["statodelliscrizione", "inschrijfstatus", "situacao", "estadodasubscricao", "statusdainscricao"],
  ],
  perhapsStatus: [
    ...["state", "estado", "stato", "etat", "stopstatus", "active", "isactive", "enabled", "aktiv", "onlist"],
    ...["einwilligung", "consentement", "consentimiento", "consenso", "toestemming"],
    ...[
      "inscrit",
      "inscrito",
      "iscritto",
      "ingeschreven",
      "marketing",
      "emailstatus",
      "emailsubscriberstatus",
      "subscriberstatus",
      "emailsubscriptionstatus",
    ],
  ],
  unsubscribed: [
    ...["unsubtime", "cleantime", "unsubscribedat", "unsubscribed", "deletedat", "emailblacklisted", "optout"],
    ...["optedout", "emailoptout", "emailoptedout", "hasoptedoutofemail", "donotemail", "emaildisabled", "cancelledat"],
    ...["unsubscribedon", "unsubscribetime", "bounced", "bouncedat", "complained"],
    ...["stoptime", "deactivated", "deactivatedat", "deaktiviert", "deleted", "isdeleted"],
    ...["unsubscribedate", "dateunsubscribed", "abgemeldetam", "abmeldedatum", "abgemeldet"],
    ...["desabonnele", "desinscritle", "datededesabonnement", "datededesinscription"],
    ...["fechadebaja", "fechabaja", "datadidisiscrizione", "datadisiscrizione", "disiscrittoil"],
    ...["uitschrijfdatum", "uitgeschrevenop", "datadecancelamento", "datacancelamento"],
  ],
  consent: [
    ...["acceptsemailmarketing", "acceptsmarketing", "emailmarketingconsent", "emailmarketing", "marketingconsent"],
    ...["emailconsent", "consent", "optin", "optedin", "emailoptin", "subscribed", "issubscribed", "mailinglist"],
    ...["newsletter", "newslettersubscription", "subscribedtoemails"],
    ...["abonniert", "infolettre", "abonne", "boletin", "suscrito", "nieuwsbrief", "boletim"],
  ],
  confirmed: [
    "confirmed",
    "isconfirmed",
    "verified",
    "isverified",
    "emailverified",
    "optinconfirmed",
    "confirmedoptin",
  ],
  joined: [
    ...["subscribedat", "optintime", "confirmtime", "createdat", "dateadded", "addedtime", "dateregistered"],
    ...["signupdate", "joinedat", "subscribeddate", "signedupat", "subscribedon", "datesubscribed", "subscriptiondate"],
    ...["dateofsubscription", "dateofsignup", "registrationdate", "registeredat", "joindate", "datejoined", "joined"],
    ...["createdon", "anmeldedatum", "angemeldetam", "datumderanmeldung", "anmeldung", "eintragungsdatum"],
    ...["eingetragenam", "registrierungsdatum", "registriertam", "beitrittsdatum", "abonniertam", "hinzugefugtam"],
    ...["erstelltam", "datedinscription", "dateinscription", "inscritle", "datedabonnement", "dateabonnement"],
    ...["abonnele", "datedajout", "ajoutele", "datedecreation", "creele", "fechadesuscripcion", "fechasuscripcion"],
    ...["fechadealta", "fechaalta", "fechadeinscripcion", "fechaderegistro", "fecharegistro", "fechadecreacion"],
    ...["datadiiscrizione", "dataiscrizione", "iscrittoil", "datadiregistrazione", "dataregistrazione"],
    ...["inschrijfdatum", "ingeschrevenop", "datumvaninschrijving", "datuminschrijving", "aanmelddatum"],
    ...["aangemeldop", "registratiedatum", "toegevoegdop", "datadeinscricao", "datainscricao", "inscritoem"],
    ...["datadesubscricao", "datadecadastro", "datacadastro", "dataderegisto", "dataderegistro", "datadecriacao"],
    ...["timestamp", "zeitstempel", "horodateur", "marcatemporal", "date", "datum", "fecha"],
  ],
  attributes: ["attributes"],
};

/**
 * Parts of names by meaning, of columns that are not in `COLUMN_NAMES`: tools add words around them, as in "Email
 * permission status - other" of Constant Contact, "Global status" of MailPoet, or "Is this subscriber blacklisted" of
 * phpList. Such a column can only leave people out. It never makes anybody active.
 */
export const NAME_PARTS = {
  perhapsStatus:
    /(?:list|global|email|subscri(?:ber|ption)|member|contact|permission|newsletter|marketing)stat(?:us|e)/,
  unsubscribed:
    /unsub|optout|optedout|optsout|blacklist|blocklist|suppress|donot(?:e?mail|contact)|bounced|abgemeldet|abmelde|abbestell|desabonn|desinscri|disiscri|uitschrijf|uitgeschreven|afgemeld|descadastr/,
  confirmed: /subscriberconfirmed/,
} as const;

/** Names of columns about other ways to reach a person, numbers of emails, and links: `unsubscribe_url`. */
export const OTHER_NAMES =
  /sms|whatsapp|phone|push|url|link|token|hash|key$|code|page|opens|opened|click|count|number|(?<!con)sent|total|rate|workflow|anzahl|nombre/;

/** Names of columns that hold nothing about emails, as `plainKey` writes them. */
export const HARMLESS_NAMES: readonly string[] = [
  ...["city", "town", "country", "countrycode", "province", "provincecode", "region", "zip", "zipcode", "postcode"],
  ...["postalcode", "street", "address", "address1", "address2", "phone", "phonenumber", "mobile", "company"],
  ...["birthday", "dateofbirth", "language", "website", "id"],
  ...["ort", "stadt", "land", "plz", "postleitzahl", "strasse", "adresse", "telefon", "handy", "geburtstag", "sprache"],
  ...[
    "ville",
    "pays",
    "codepostal",
    "telephone",
    "ciudad",
    "pais",
    "codigopostal",
    "telefono",
    "citta",
    "paese",
    "cap",
  ],
  ...["stad", "postcode", "telefoon", "cidade", "telefone"],
];

/** Next to English names, this column holds Keila's fields in JSON. In Italian and Portuguese it means "date". */
export const DATA_NAMES = ["data"] as const;

/** Names that mean the full name when no other column holds a part of it. */
export const BARE_NAMES = {
  /** The last name if there is a column of first names. In English they mean the full name even then. */
  last: ["name", "nom", "naam"],
  /** The first name if there is a column of last names. */
  first: ["nombre", "nome"],
} as const;
