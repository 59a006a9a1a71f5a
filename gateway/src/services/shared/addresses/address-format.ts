/** Countries in whose addresses the postal code is before the town. Source: github.com/google/libaddressinput, `fmt`. */
const POSTAL_CODE_FIRST = new Set(
  "AD AM AR AT AX AZ BA BE BG BL BY CH CL CR CV CY CZ DE DK DO DZ EE ES ET FI FO FR GE GF GL GN GP GR GT GW HR HT IS IT KW LA LI LR LT LU MA MC MD ME MF MG MK MQ MX MY MZ NC NE NL NO PH PL PM PT PY RE RO RS SE SI SJ SK SM SN TJ TN TR UY VA WF XK YT".split(
    " ",
  ),
);

/** Whether a country writes "5003 Bergen" and not "Bergen 5003". */
export function isPostalCodeFirst(countryCode: string): boolean {
  return POSTAL_CODE_FIRST.has(countryCode);
}
