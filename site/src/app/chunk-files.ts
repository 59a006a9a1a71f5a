/** Stylesheets on their way or there, by their addresses. */
const styles = new Map<string, Promise<unknown>>();

/**
 * Runs a dynamic import once the chunk's stylesheets are there, and has its scripts fetched beside them. The build calls
 * it by this name at every import, in place of Vite's own, which takes a stylesheet that failed once as there.
 *
 * @param files the built files that the chunk needs, as paths from the site's root
 * @throws when a stylesheet or the chunk does not arrive; whoever asks anew has it fetched anew
 */
export async function __vitePreload<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  await Promise.all(files.map((file) => fetchFile(`/${file}`)));
  return load();
}

function fetchFile(address: string): Promise<unknown> | undefined {
  const isStyle = address.endsWith(".css");
  // What the page itself came with stands in its head, too.
  if (styles.has(address) || document.querySelector(`link[href="${address}"]`)) return styles.get(address);

  const link = document.createElement("link");
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  link.crossOrigin = "";
  link.href = address;
  if (isStyle) {
    const arrival = new Promise<unknown>((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => {
        styles.delete(address);
        link.remove();
        reject(new Error(`${address} did not load`));
      };
    });
    styles.set(address, arrival);
  }
  document.head.append(link);
  return styles.get(address);
}
