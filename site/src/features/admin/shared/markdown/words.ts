/** Sentences of the field for long texts. */

export const toolbar = "Format";
export const formats = {
  bold: "Bold",
  italic: "Italic",
  heading: "Heading",
  link: "Link",
  list: "List",
  quote: "Quote",
};
/** With its shortcut, for the pointer. */
export const withKey = (name: string, key: string) => `${name} (${key})`;
