import { createStylesheet } from "../../plain-pages/stylesheet.ts";
import { UNSUBSCRIBE_PATH } from "./links.ts";

/** What the pages for leaving and for coming back have beside the site's own styles. */
export const unsubscribeStylesheet = createStylesheet(`${UNSUBSCRIBE_PATH}/unsubscribe.css`, [
  new URL("./unsubscribe.css", import.meta.url),
]);
