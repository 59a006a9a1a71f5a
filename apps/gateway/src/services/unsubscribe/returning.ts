import { partlyHidden } from "../leaving.ts";
import type { Letter } from "../messengers.ts";
import type { Returning } from "../returning.ts";
import type { ReturnRequest, SubscriberList } from "../subscriber-list.ts";
import type { ReturnLinks } from "./return-links.ts";

/** The way back onto the built-in list. */
export function createReturning(options: {
  links: Pick<ReturnLinks, "read">;
  subscribers: Pick<SubscriberList, "comeBack">;
}): Returning {
  const { links, subscribers } = options;
  return {
    hiddenAddressOf(token) {
      const back = links.read(token);
      return back && partlyHidden(back.email);
    },
    async comeBack(token) {
      const back = links.read(token);
      return back !== undefined && subscribers.comeBack(back);
    },
  };
}

/** The email that asks an address whether it wants to come back. Nothing that a stranger typed stands in it. */
export function returnEmail({ email }: ReturnRequest, link: string, artistName: string): Letter {
  const text = [
    "Hello,",
    "",
    `somebody asked to add this address to the mailing list of ${artistName}. It was on the list before, and left it.`,
    "If that was you, open this link and confirm within a week:",
    "",
    link,
    "",
    "If it was not you, do nothing: you stay off the list.",
    "",
    artistName,
    "",
  ].join("\n");
  return { to: email, subject: `Join the mailing list of ${artistName} again?`, text, about: { about: "coming back" } };
}
