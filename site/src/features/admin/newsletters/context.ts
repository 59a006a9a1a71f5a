import { createContext, type RefObject, useContext } from "react";
import type { NewsletterCalls } from "../../../api/newsletters.ts";
import type { Drafts } from "./drafts.ts";
import type { Place } from "./place.ts";

/** The settings as they are typed. */
export type TypedSettings = {
  postalAddress: string;
  isConfirmed: boolean;
  subject: string;
  body: string;
  perHour: string;
  perDomain: string;
};

/** What all parts of the tab use. */
type NewslettersState = {
  calls: NewsletterCalls;
  drafts: Drafts;
  /** Settings that are typed but not saved. They outlive the form, because the browser's Back cannot ask. */
  unsaved: RefObject<TypedSettings | undefined>;
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
