/** All that a gateway in front rightly does otherwise than the services themselves. */
export const DIFFERENCES = {
  "audit log": "What became of a list at a provider stands in the provider's own log; the gateway keeps none.",
  "service key":
    "A service key belongs to a move alone and goes to the provider itself; a gateway in front knows none.",
  "functions of a move": "Functions that a move alone may call are not there for a gateway in front.",
  "words for a function":
    "A function that there is not is refused at the door, before its method and its arguments are looked at.",
  "either profile":
    "Another schema is refused in whichever header it is named, also in one that the method has no use for.",
  "size of requests":
    "A whole gateway stands in front, which takes no body and no address beyond its limits; the others are the routes alone.",
  "answers kept a while":
    "Answers of reads are kept for a while before a shop that is far away, and a change is seen after it.",
  "addresses of pictures": "Pictures of a shop elsewhere come from the gateway, by addresses of its own.",
  "methods of a path":
    "The methods of a path are the provider's to tell; a gateway in front names all that it passes on.",
  paths: "A path of nothing that the sign-in needs is refused at the door, whatever a provider would say of it.",
  "known browsers": "A browser's cookies stay at the gateway in front, so a provider knows no browser again.",
  "where somebody is": "A provider sees the gateway's address and program, not a browser's.",
  "limits of its own":
    "A gateway in front counts guesses by who makes them, and leaves letters, codes and crowds to the limits of the provider.",
  "about the list alone":
    "A project may hold other conversations: what is not about the list is refused at the door, in words of its own.",
} as const;

/** Why something is otherwise through a gateway in front. */
export type Difference = keyof typeof DIFFERENCES;

declare module "vitest" {
  interface ProvidedContext {
    /** Whether services are reached through a gateway in front that has them hosted: in `npm run soak` alone. */
    isThroughHosted?: boolean;
  }
  interface TaskMeta {
    /** Why a case is not run through a gateway in front. */
    difference?: Difference;
  }
}
