export const biographies = "Biography";
export const photos = "Photographs";
export const photosNote = "For print. Free to use with the credit.";
export const quotes = "In the press";
export const files = "Files";
export const contacts = "Contacts";
export const everything = "Download everything";
export const download = "Download";
export const copy = "Copy";
export const copied = "Copied";
export const marked = "Not copied. The text is selected: copy it by hand.";
export const wordCount = (count: string) => `${count} words`;
/** For screen readers. */
export const copyNamed = (heading: string) => `Copy the text “${heading}”`;
export const downloadNamed = (title: string) => `Download: ${title}`;
