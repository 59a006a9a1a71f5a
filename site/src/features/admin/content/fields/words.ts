import { MAX_PICTURE_BYTES, type PictureFolder } from "@porchlight/protocol/content-editing.ts";

/** Sentences of the fields for pictures. */

export const picture = {
  choose: "Choose a picture",
  chooseOther: "Choose another picture",
  upload: "Upload a picture",
  remove: "Remove this picture",
  orDrop: "or drop or paste one here",
  none: "No picture yet",
  missing: (name: string, folder: PictureFolder) => `There is no picture “${name}” in ${folder}.`,
  chooserTitle: "Choose a picture",
  chooserEmpty: "There are no pictures for this part of the site yet.",
  chooserLoading: "Loading…",
  chooserFailed: "The pictures could not be loaded.",
  size: (width: number, height: number) => `${width} × ${height}`,
  close: "Close",
  uploading: (name: string) => `Uploading ${name}`,
  preparing: "Preparing the picture…",
  uploaded: (file: string) => `The picture is stored as ${file}.`,
  uploadFailed: "The picture could not be uploaded. Check the connection, then try again.",
  tooLarge: `A picture may have at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`,
  notAPicture: "This is not a picture. Choose a JPEG, PNG, WebP, AVIF or GIF file.",
  alt: "Description, for people who cannot see the picture",
  altHint: "What it shows, in one sentence: “Four people laugh on a porch at dusk”.",
  altMissing: "Describe the picture, or say that it is only decoration.",
  decorative: "Only decoration: it adds nothing to the words around it.",
};

export const focus = {
  title: "Which part always shows?",
  hint: "Click what matters most, or use the arrow keys. Every window shows a different part of the picture.",
  label: "Point that always shows",
  point: (across: number, down: number) => `${across}% from the left, ${down}% from the top`,
  across: "From the left",
  down: "From the top",
  reset: "Back to the usual part",
  crops: "How it shows",
};

export const crop = {
  phone: "Phone",
  phoneOnItsSide: "Phone on its side",
  computer: "Computer",
  signUp: "Sign-up window",
  link: "Link preview",
  press: "Press kit",
  product: "Product",
  cover: "Cover",
};
