import { onTestFinished } from "vitest";
import { type DataFile, openDataFile } from "../data/data-file.ts";
import { aTestFolder } from "./gateway-process.ts";

/** Opens a data file, by default in a new folder. It is closed after the test, unless the test closes it. */
export function aDataFile(options: Parameters<typeof openDataFile>[0] = { dir: aTestFolder() }): DataFile {
  const data = openDataFile(options);
  let isOpen = true;
  const close = () => {
    if (isOpen) data.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...data, close };
}
