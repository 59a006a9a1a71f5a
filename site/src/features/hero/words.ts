export const keepPicture = "Keep this picture";
