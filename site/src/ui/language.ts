import { createContext, useContext } from "react";

/** The artist's language, "en-GB"; it decides how numbers, dates and money are formatted. */
export const LanguageContext = createContext("en");

export function useLanguage(): string {
  return useContext(LanguageContext);
}
