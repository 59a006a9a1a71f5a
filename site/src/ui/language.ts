import { createContext, useContext } from "react";

/** The artist's language, "en-GB", in which numbers, dates and money are written. The whole site stands in it. */
export const LanguageContext = createContext("en");

/** The language that numbers, dates and money are written in. */
export function useLanguage(): string {
  return useContext(LanguageContext);
}
