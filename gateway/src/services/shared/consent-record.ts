/** What an address agreed to, or that it unsubscribed, as proof for the owner. */
export type ConsentRecord = {
  email: string;
  /** `joined`, `left`, `removed` or `came-back`. */
  event: string;
  /** The form, `website-footer`, or what else led to it: `unsubscribe-link`, `dashboard`, `import:mailchimp`. */
  form: string;
  /** When the form was sent; null where there was none, and in records of earlier versions. */
  askedAt: string | null;
  at: string;
  /** Whether the link in a confirmation email was used, at the time `at`. */
  isConfirmed: boolean;
  page: string | null;
  wording: string | null;
};
