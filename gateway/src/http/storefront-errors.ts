/**
 * Body of a failure as Storefront clients read it: one error and no `data`. hydrogen-react looks at `errors` alone, and
 * takes an answer with neither that nor a cart for a cart that was bought.
 */
export function storefrontErrors(message: string, code: string) {
  return { errors: [{ message, extensions: { code } }] };
}
