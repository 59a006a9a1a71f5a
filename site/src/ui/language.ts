import { createContext, useContext } from "react";

/** The site's language, such as "en-GB". It decides how numbers, dates and money are formatted. */
export const LanguageContext = createContext("en");

export function useLanguage(): string {
  return useContext(LanguageContext);
}
