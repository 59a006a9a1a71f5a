/**
 * Sentences of the check-up in the dashboard. The sentences of findings are beside the checks. Source: docs/product.md
 * §2.
 */
export const DOCTOR_MESSAGES = {
  explained:
    "Looks at settings, content, data, backups, disk, clock, the public address, DNS, mail and providers, and says what to do next. It changes nothing.",
  running: "Looking... This takes up to a minute.",
  failed: "The check-up could not be made.",
  allGood: "All is well.",
  allGoodButUnknown: "Nothing is wrong. Some things cannot be known from here.",
  copied: "The report is copied.",
  marked: "The report is marked. Copy it as you copy anything else.",
} as const;
