import type { EmailContent } from "./emails/content.ts";

/** The email that confirms a sign-up of somebody new. @param days how long the link works */
export function joinEmail(artistName: string, link: string, days: number): EmailContent {
  const subject = `Join the mailing list of ${artistName}?`;
  return {
    subject,
    title: subject,
    blocks: [
      `Somebody entered this address to join the mailing list of ${artistName}.`,
      `If that was you, please confirm. The link works for ${days} days. If it was not you, do nothing: you get no newsletter.`,
    ],
    button: { words: "Yes, it was me", href: link },
  };
}

/** The email that confirms a sign-up of an address that was on the list before. @param days how long the link works */
export function returnEmail(artistName: string, link: string, days: number): EmailContent {
  const subject = `Join the mailing list of ${artistName} again?`;
  return {
    subject,
    title: subject,
    blocks: [
      `Somebody entered this address to join the mailing list of ${artistName}. It, or another address of your mailbox, is on that list or was taken off it, so we ask first.`,
      `If that was you, please confirm. The link works for ${days} days. If it was not you, do nothing: nothing changes.`,
    ],
    button: { words: "Yes, it was me", href: link },
  };
}
