import { html } from "hono/html";
import type { Markup } from "../../../plain-pages/document.ts";
import { addressNames } from "../builtin/baskets/address/field-names.ts";
import { provincesOf } from "../builtin/baskets/address/provinces.ts";
import type { Checkout } from "../builtin/baskets/checkouts.ts";
import { NOTE_MAX_LENGTH } from "../builtin/baskets/limits.ts";
import { countriesSentTo } from "../builtin/baskets/pricing/delivery.ts";
import { SEND_IT, type StoreSettings } from "../builtin/catalogue/store-settings.ts";
import { choiceField, type Filled, selectField, type TextField, textArea, textField } from "./fields.ts";
import { type FieldErrors, type Form, field } from "./form.ts";
import { hidden } from "./hidden.ts";
import { formPath } from "./steps.ts";
import { waysToHave } from "./ways-to-have.ts";

/** Asks who buys and, for what has to be sent, where to. Whoever picks it up gives a name and no address. */
export function contactStep(
  checkout: Checkout,
  settings: StoreSettings,
  { form, errors }: { form: Form | undefined; errors: FieldErrors },
): Markup {
  const filled: Filled = { form: { ...formOf(checkout, settings), ...form }, errors };
  const { requiresShipping } = checkout.priced;
  const ways = waysToHave(settings);
  const asksHow = requiresShipping && settings.pickup.length > 0;
  const asksWhere = requiresShipping && ways.some(({ value }) => value === SEND_IT);
  return html`<form method="post" action="${formPath(checkout, "contact")}" class="step">
${hidden(checkout, "contact")}
<h1>Contact</h1>
<div>
${textField({ name: "email", label: "Email", type: "email", autocomplete: "email", inputmode: "email", need: "required" }, filled)}
<p class="field-note">For news of this order. It joins no mailing list.</p>
</div>
${asksHow ? choiceField({ name: "how", legend: "How would you like to get it?" }, ways, filled) : ""}
${requiresShipping ? nameFields(filled) : ""}
${asksWhere ? addressFields(settings, filled) : ""}
${textArea({ name: "note", label: "A note for us", maxlength: NOTE_MAX_LENGTH }, filled)}
<div class="step-actions"><button class="button">Continue</button></div>
</form>`;
}

function nameFields(filled: Filled): Markup {
  return html`<div class="fields">
${line("firstName", "First name", "given-name", filled, { need: "optional", size: "half" })}
${line("lastName", "Last name", "family-name", filled, { size: "half" })}
</div>`;
}

function addressFields(settings: StoreSettings, filled: Filled): Markup {
  const countries = countriesOf(settings);
  const names = addressNames(field(filled.form, "country"), settings.language);
  return html`<fieldset class="address">
<legend>Address</legend>
<div class="fields">
${selectField(
  { name: "country", label: "Country", autocomplete: "shipping country" },
  countries.map(({ code, name }) => ({ value: code, text: name })),
  filled,
)}
${line("company", "Company", "organization", filled, { need: "optional" })}
${line("address1", "Street and number", "address-line1", filled)}
${line("address2", "Flat, unit, buzzer", "address-line2", filled, { need: "optional" })}
${line("city", "Town or city", "address-level2", filled, { size: "half" })}
${line("province", names.region, "address-level1", filled, { size: "half", list: "provinces" })}
${line("zip", names.postalCode, "postal-code", filled, { size: "half" })}
${line("phone", "Phone, for the carrier", "tel", filled, { need: "optional", type: "tel", inputmode: "tel", size: "half" })}
</div>
<datalist id="provinces">${provincesIn(countries).map(({ name }) => html`<option value="${name}">`)}</datalist>
</fieldset>`;
}

function line(name: string, label: string, autofill: string, filled: Filled, more: Partial<TextField> = {}): Markup {
  return textField({ name, label, autocomplete: `shipping ${autofill}`, need: "expected", ...more }, filled);
}

/** Proposals only: which of them fit depends on a country that nothing but a script could follow. */
function provincesIn(countries: readonly { code: string }[]): readonly { name: string }[] {
  return countries.flatMap(({ code }) => provincesOf(code));
}

/** Countries that something is sent to. */
function countriesOf({ shipping, country }: StoreSettings) {
  // Most buyers are at home.
  return countriesSentTo(shipping).sort((a, b) => Number(b.code === country) - Number(a.code === country));
}

function formOf({ email, address, priced, note }: Checkout, settings: StoreSettings): Form {
  return {
    email: email ?? "",
    how: priced.delivery?.kind === "pickup" ? priced.delivery.handle : (waysToHave(settings)[0]?.value ?? SEND_IT),
    note: note ?? "",
    country: address?.countryCode || settings.country,
    firstName: address?.firstName ?? "",
    lastName: address?.lastName ?? "",
    company: address?.company ?? "",
    address1: address?.address1 ?? "",
    address2: address?.address2 ?? "",
    city: address?.city ?? "",
    province: address?.province ?? "",
    zip: address?.zip ?? "",
    phone: address?.phone ?? "",
  };
}
