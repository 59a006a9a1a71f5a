import type { Address } from "../../../shared/addresses/address.ts";
import { countryName } from "../../../shared/addresses/countries.ts";
import { globalId } from "./ids.ts";

/** An address of a checkout or an order, `MailingAddress`. Empty fields are null on the wire. */
export function addressSource(owner: string, address: Address) {
  const { firstName, lastName, company, address1, address2, city, province, provinceCode, countryCode, zip, phone } =
    address;
  const country = countryCode && countryName(countryCode);
  const name = joined([firstName, lastName], " ");
  const area = joined([city, provinceCode || province, zip], " ");
  return {
    id: globalId("MailingAddress", owner),
    firstName: firstName || null,
    lastName: lastName || null,
    name: name || null,
    company: company || null,
    address1: address1 || null,
    address2: address2 || null,
    city: city || null,
    province: province || null,
    provinceCode: provinceCode || null,
    country: country || null,
    countryCode: countryCode || null,
    countryCodeV2: countryCode || null,
    zip: zip || null,
    phone: phone || null,
    formattedArea: joined([city, provinceCode || province, country], ", ") || null,
    formatted: ({ withName, withCompany }: { withName?: boolean | null; withCompany?: boolean | null }) =>
      [withName && name, withCompany && company, address1, address2, area, country].filter(Boolean),
  };
}

function joined(parts: readonly string[], separator: string): string {
  return parts.filter(Boolean).join(separator);
}
