/** A discount code as it is compared and stored. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase();
}

/** An address as two are compared, and stored beside the codes it has used. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
