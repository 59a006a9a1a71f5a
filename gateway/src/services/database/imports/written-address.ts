/** `Bob Lee <bob@example.org>`, as programs for emails write an address. */
const NAMED = /^(?<name>[^<>]*)<(?<email>[^<>\s]*)>$/;
const LINK = /^mailto:(?<email>[^?]*)(?:\?.*)?$/i;

/** An address as emails and links write it, and the name beside it, which is empty when there is none. */
export function addressIn(text: string): { email: string; name: string } {
  const { name = "", email = text } = NAMED.exec(text.trim())?.groups ?? {};
  const address = email.trim();
  return { email: LINK.exec(address)?.groups?.email ?? address, name: name.trim().replace(/^"(.*)"$/, "$1") };
}
