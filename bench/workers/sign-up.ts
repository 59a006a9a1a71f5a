/** The sign-up that every round sends or stores, each with a unique address. */
export const SIGN_UP = {
  status: "active",
  source: "website-footer",
  /** Address of a round's sign-up by its number. */
  emailOf: (round: string, number: number) => `fan-${round}-${number}@example.com`,
} as const;
