import type { SignUp, SubscriberList } from "../shared/subscriber-list.ts";

/** A subscriber list in memory, and the sign-ups that it received. */
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
