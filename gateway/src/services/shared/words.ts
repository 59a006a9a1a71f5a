/** The email that confirms a new sign-up. @param days how long the link works */
export function returnEmail(artistName: string, link: string, days: number): { subject: string; text: string } {
  const text = `Hello,

somebody entered this address to join the mailing list of ${artistName}. It, or another address of your mailbox,
is on that list or was taken off it, so we ask first. If that was you, open this link and confirm:

${link}

The link works for ${days} days. If it was not you, do nothing: nothing changes.

${artistName}
`;
  return { subject: `Join the mailing list of ${artistName} again?`, text };
}
