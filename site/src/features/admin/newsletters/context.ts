import { createContext, useContext } from "react";
import type { NewsletterCalls } from "../../../api/newsletters.ts";
import type { Drafts } from "./drafts.ts";
import type { Place } from "./place.ts";

/** What all parts of the tab use. */
type NewslettersState = {
  calls: NewsletterCalls;
  drafts: Drafts;
  /** The artist's language, for numbers and times. */
  language: string;
  /** Whether the tab is the open one. */
  isShown: boolean;
  open: (place: Place) => void;
  onCheckUp: () => void;
};

const NewslettersContext = createContext<NewslettersState | undefined>(undefined);

export const NewslettersProvider = NewslettersContext.Provider;

/** @throws {Error} outside the tab */
export function useNewsletters(): NewslettersState {
  const state = useContext(NewslettersContext);
  if (!state) throw new Error("useNewsletters needs a NewslettersProvider");
  return state;
}
