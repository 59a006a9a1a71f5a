/** Downloads a URL as a click on a link would. */
export function saveFile(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** How long a file in memory can be read, in milliseconds. A phone may first ask where to save it. */
const READABLE_MS = 60_000;

/** Downloads a file that is in memory. */
export function saveBlob(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFile(address, name);
  setTimeout(() => URL.revokeObjectURL(address), READABLE_MS);
}
