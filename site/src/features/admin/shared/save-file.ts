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
