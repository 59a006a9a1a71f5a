import { html } from "hono/html";
import type { Markup } from "../../../shared/plain-page/document.ts";
import { type FieldErrors, type Form, field } from "./form.ts";
import * as words from "./words.ts";

/** A text field. */
export type TextField = {
  name: string;
  label: string;
  type?: "text" | "email" | "tel";
  /** Source: html.spec.whatwg.org, "Autofill". */
  autocomplete: string;
  /** The browser insists on `required` fields. The page marks `optional` ones. The server checks `expected` ones. */
  need: "required" | "expected" | "optional";
  /** Id of a list of suggestions. */
  list?: string;
  inputmode?: "email" | "tel";
  /** Its width in a row. */
  size?: "half" | "full";
};

/** Values and errors of a form's fields. */
export type Filled = { form: Form; errors: FieldErrors };

/** Longest text of one line, in characters. */
const LINE_MAX_LENGTH = 255;

const OPTIONAL = html` <span class="field-hint">${words.optional}</span>`;

/** A text, continued for screen readers only: "Remove", then "the gift card". */
export function withSpoken(text: string, spoken: string): Markup {
  return html`${text}<span class="visually-hidden"> ${spoken}</span>`;
}

/** A labelled text field with its error below. */
export function textField(options: TextField, filled: Filled): Markup {
  const { name, label, type = "text", autocomplete, need, list, inputmode, size = "full" } = options;
  return html`<div class="field${size === "full" ? " field-full" : ""}">
<label for="${name}">${label}${need === "optional" ? OPTIONAL : ""}</label>
<input id="${name}" name="${name}" type="${type}" dir="auto" value="${field(filled.form, name)}" autocomplete="${autocomplete}" maxlength="${LINE_MAX_LENGTH}"${inputmode ? html` inputmode="${inputmode}"` : ""}${list ? html` list="${list}"` : ""}${need === "required" ? html` required` : ""}${errorLink(name, filled)}>
${errorText(name, filled)}
</div>`;
}

/** A labelled choice from a list. */
export function selectField(
  { name, label, autocomplete }: Pick<TextField, "name" | "label" | "autocomplete">,
  options: readonly { value: string; text: string }[],
  filled: Filled,
): Markup {
  const chosen = field(filled.form, name);
  return html`<div class="field field-full">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}" autocomplete="${autocomplete}"${errorLink(name, filled)}>
${options.map(({ value, text }) => html`<option value="${value}"${value === chosen ? html` selected` : ""}>${text}</option>`)}
</select>
${errorText(name, filled)}
</div>`;
}

/** A text field of several lines. */
export function textArea(
  { name, label, maxlength }: { name: string; label: string; maxlength: number },
  filled: Filled,
) {
  // An HTML parser removes a line break at the start.
  return html`<div class="field">
<label for="${name}">${label}${OPTIONAL}</label>
<textarea id="${name}" name="${name}" dir="auto" rows="3" maxlength="${maxlength}"${errorLink(name, filled)}>
${field(filled.form, name)}</textarea>
${errorText(name, filled)}
</div>`;
}

/** An option with a description and a price. */
export type Choice = { value: string; title: string; detail?: string; price?: string };

/** Radio buttons. The first has the field's name as its id, so that the error summary can link to it. */
export function choiceField(
  { name, legend }: { name: string; legend: string },
  choices: readonly Choice[],
  filled: Filled,
): Markup {
  // If there is only one option, it is chosen already.
  const chosen = field(filled.form, name) || (choices.length === 1 ? choices[0]?.value : undefined);
  return html`<fieldset class="choices"${errorLink(name, filled, "group")}>
<legend>${legend}</legend>
${errorText(name, filled)}
${choices.map(({ value, title, detail, price }, at) => {
  const id = at === 0 ? name : `${name}-${at}`;
  return html`<div class="choice">
<input type="radio" id="${id}" name="${name}" value="${value}" required${value === chosen ? html` checked` : ""}${detail ? html` aria-describedby="${id}-detail"` : ""}>
<label for="${id}"><span>${title}</span>${price ? html` <span class="choice-price">${price}</span>` : ""}</label>
${detail ? html`<p class="choice-detail" id="${id}-detail">${detail}</p>` : ""}
</div>`;
})}
</fieldset>`;
}

/** The list of errors at the top; each error links to its field. Empty without errors. */
export function errorSummary({ "": ofAll, ...errors }: FieldErrors): Markup {
  const named = Object.entries(errors);
  if (ofAll === undefined && named.length === 0) return html``;
  return html`<div class="error-summary" role="alert" tabindex="-1" autofocus>
${ofAll === undefined ? "" : html`<p>${ofAll}</p>`}
${named.length > 0 ? html`<h2>${words.pleaseCheck}</h2><ul>${named.map(([name, sentence]) => html`<li><a href="#${name}">${sentence}</a></li>`)}</ul>` : ""}
</div>`;
}

/** Attributes that link a field to its error. A group has no `aria-invalid`; its controls do. */
export function errorLink(name: string, { errors }: Filled, kind: "control" | "group" = "control"): Markup {
  if (errors[name] === undefined) return html``;
  return kind === "control"
    ? html` aria-invalid="true" aria-describedby="${name}-error"`
    : html` aria-describedby="${name}-error"`;
}

/** The error of a field, if there is one. */
export function errorText(name: string, { errors }: Filled): Markup {
  const error = errors[name];
  return error === undefined ? html`` : html`<p class="field-error" id="${name}-error">${error}</p>`;
}
