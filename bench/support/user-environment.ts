import { delimiter, join } from "node:path";
import { ROOT } from "./folders.ts";

/** The environment of an owner's terminal: the system's Node and npm, without the variables of this bench's npm. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const own = join(ROOT, "node_modules");
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(own));
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE$|INIT_CWD$)/i.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: path.filter((folder) => !/node_modules|node-gyp-bin/.test(folder)).join(delimiter),
  };
}
