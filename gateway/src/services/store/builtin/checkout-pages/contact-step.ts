import { html } from "hono/html";
import { allCountries } from "../../../shared/addresses/countries.ts";
import { addressNames } from "../../../shared/addresses/field-names.ts";
import type { Place } from "../../../shared/addresses/place-name.ts";
import { provincesOf } from "../../../shared/addresses/provinces.ts";
import type { Markup } from "../../../shared/plain-page/document.ts";
import { NOTE_MAX_LENGTH } from "../cart/limits.ts";
import { SEND_IT, type StoreSettings } from "../catalogue/store-settings.ts";
import type { Checkout } from "../checkout/checkouts.ts";
import { listShippingCountries } from "../pricing/delivery.ts";
import { isTaxedByProvince } from "../pricing/taxes.ts";
import { choiceField, type Filled, selectField, type TextField, textArea, textField } from "./fields.ts";
import { type FieldErrors, type Form, field } from "./form.ts";
import { hidden } from "./hidden.ts";
import { shippingOrPickup } from "./shipping-or-pickup.ts";
import { formPath } from "./steps.ts";
import * as words from "./words.ts";

/**
 * The form for the buyer and the address. A pickup needs only a name. An order without delivery needs only the buyer's
 * place, for the taxes.
 */
export function contactStep(
  checkout: Checkout,
  settings: StoreSettings,
  { form, errors }: { form: Form | undefined; errors: FieldErrors },
): Markup {
  const filled: Filled = { form: { ...formOf(checkout, settings), ...form }, errors };
  const { requiresShipping, total } = checkout.priced;
  const ways = shippingOrPickup(settings);
  const asksHow = requiresShipping && settings.pickup().length > 0;
  const asksWhere = requiresShipping && ways.some(({ value }) => value === SEND_IT);
  return html`<form method="post" action="${formPath(checkout, "contact")}" class="step">
${hidden(checkout, "contact")}
<h1>${words.stepTitles.contact}</h1>
<div>
${textField({ name: "email", label: words.email, type: "email", autocomplete: "email", inputmode: "email", need: "required" }, filled)}
<p class="field-note">${words.emailNote}</p>
</div>
${requiresShipping ? nameFields(filled) : ""}
${asksHow ? choiceField({ name: "how", legend: words.chooseWay }, ways, filled) : ""}
${asksWhere ? addressFields(settings, filled) : ""}
${!requiresShipping && total > 0 ? placeFields(settings, filled) : ""}
${textArea({ name: "note", label: words.noteForUs, maxlength: NOTE_MAX_LENGTH }, filled)}
<div class="step-actions"><button class="button">${words.continueOn}</button></div>
</form>`;
}

function nameFields(filled: Filled): Markup {
  return html`<div class="fields">
${line("firstName", words.firstName, "given-name", filled, { need: "optional", size: "half" })}
${line("lastName", words.lastName, "family-name", filled, { size: "half" })}
</div>`;
}

function placeFields(settings: StoreSettings, filled: Filled): Markup {
  const countries = homeFirst(allCountries(), settings);
  const taxed = countries.filter(({ code }) => isTaxedByProvince(code, settings.taxes));
  return html`<div>
<div class="fields">
${selectField(
  { name: "country", label: words.country, autocomplete: "country" },
  countries.map(({ code, name }) => ({ value: code, text: name })),
  filled,
)}
${
  taxed.length > 0
    ? textField(
        {
          name: "province",
          label: words.provinceIn(taxed.map((country) => country.name)),
          autocomplete: "address-level1",
          need: "expected",
          list: "provinces",
        },
        filled,
      )
    : ""
}
</div>
${settings.taxes.length > 0 ? html`<p class="field-note">${words.taxesByPlace}</p>` : ""}
${provinceProposals(taxed)}
</div>`;
}

function addressFields(settings: StoreSettings, filled: Filled): Markup {
  const countries = homeFirst(listShippingCountries(settings.shipping), settings);
  // Without the buyer's country in the list, the browser shows the first one.
  const chosen = field(filled.form, "country");
  const country = (countries.find(({ code }) => code === chosen) ?? countries[0])?.code ?? chosen;
  const names = addressNames(country, settings.language);
  const regionNeed = provincesOf(country).length > 0 ? "expected" : "optional";
  return html`<fieldset class="address">
<legend>${words.address}</legend>
<div class="fields">
${selectField(
  { name: "country", label: words.country, autocomplete: "shipping country" },
  countries.map(({ code, name }) => ({ value: code, text: name })),
  filled,
)}
${line("company", words.company, "organization", filled, { need: "optional" })}
${line("address1", words.street, "address-line1", filled)}
${line("address2", words.flat, "address-line2", filled, { need: "optional" })}
${line("city", words.city, "address-level2", filled, { size: "half" })}
${line("province", names.region, "address-level1", filled, { need: regionNeed, size: "half", list: "provinces" })}
${line("zip", names.postalCode, "postal-code", filled, { size: "half" })}
${line("phone", words.phone, "tel", filled, { need: "optional", type: "tel", inputmode: "tel", size: "half" })}
</div>
${provinceProposals(countries)}
</fieldset>`;
}

function line(name: string, label: string, autofill: string, filled: Filled, more: Partial<TextField> = {}): Markup {
  return textField({ name, label, autocomplete: `shipping ${autofill}`, need: "expected", ...more }, filled);
}

/** These are only suggestions: without script, the list cannot depend on the chosen country. */
function provinceProposals(countries: readonly Place[]): Markup {
  const provinces = countries.flatMap(({ code }) => provincesOf(code));
  return html`<datalist id="provinces">${provinces.map(({ name }) => html`<option value="${name}">`)}</datalist>`;
}

/** Sorts the shop's own country first: most buyers live there. */
function homeFirst(countries: readonly Place[], { country }: StoreSettings): Place[] {
  return countries.toSorted((a, b) => Number(b.code === country) - Number(a.code === country));
}

function formOf({ email, address, priced, note }: Checkout, settings: StoreSettings): Form {
  return {
    email: email ?? "",
    how:
      priced.delivery?.kind === "pickup" ? priced.delivery.handle : (shippingOrPickup(settings)[0]?.value ?? SEND_IT),
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
