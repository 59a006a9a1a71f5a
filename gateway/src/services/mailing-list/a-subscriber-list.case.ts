import type { SignUp, SubscriberList } from "../shared/subscriber-list.ts";

/** A list of subscribers in memory, and its sign-ups. */
export function aSubscriberList(): SubscriberList & { signUps: SignUp[] } {
  const signUps: SignUp[] = [];
  return {
    signUps,
    async signUp(signUp) {
      if (signUps.some(({ email }) => email === signUp.email)) return "already-subscribed";
      signUps.push(signUp);
      return "joined";
    },
    async unsubscribe(email) {
      const place = signUps.findIndex((one) => one.email === email);
      if (place >= 0) signUps.splice(place, 1);
    },
  };
}
