/** Stylesheets that load or have loaded, by address. */
const styles = new Map<string, Promise<unknown>>();

/**
 * Loads the chunk's stylesheets, preloads its scripts, then runs the dynamic import. The build calls this name at every
 * import, in place of Vite's own helper, which treats a stylesheet that failed once as loaded.
 *
 * @param files built files of the chunk, as paths from the site's root
 * @throws when a stylesheet or the chunk fails to load; another call loads it again
 */
export async function __vitePreload<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  await Promise.all(files.map((file) => fetchFile(`/${file}`)));
  return load();
}

function fetchFile(address: string): Promise<unknown> | undefined {
  const isStyle = address.endsWith(".css");
  // The head already has links to the files that came with the page. The preload of a stylesheet does not apply it.
  if (styles.has(address) || document.querySelector(`link[href="${address}"]:not([as])`)) return styles.get(address);

  const link = document.createElement("link");
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  link.crossOrigin = "";
  link.href = address;
  if (isStyle) {
    const loading = new Promise<unknown>((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => {
        styles.delete(address);
        link.remove();
        reject(new Error(`${address} did not load`));
      };
    });
    styles.set(address, loading);
  }
  document.head.append(link);
  return styles.get(address);
}
