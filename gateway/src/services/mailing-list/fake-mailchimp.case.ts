import type { ServerResponse } from "node:http";
import { aLocalServer } from "../../testing/local-server.ts";
import type { Joined } from "./contract.case.ts";

/** A fake Mailchimp server, which stops with the test. */
type FakeMailchimp = {
  /** The form's address, as an owner would copy it. */
  subscribeUrl: string;
  /** The addresses of all requests, in order. */
  requests: URL[];
  joined: Joined[];
};

/**
 * @param respond replaces the usual response; it gets the name of the callback
 */
export async function startMailchimp(
  respond?: (response: ServerResponse, callback: string) => void,
): Promise<FakeMailchimp> {
  const requests: URL[] = [];
  const joined: Joined[] = [];
  const url = await aLocalServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://mailchimp.example");
    requests.push(address);
    const parameter = (name: string) => address.searchParams.get(name) ?? "";
    if (respond) return respond(response, parameter("c"));
    const email = parameter("EMAIL");
    const isThere = joined.some((one) => one.email === email);
    if (!isThere) joined.push({ email, firstName: parameter("FNAME"), lastName: parameter("LNAME") });
    const body = isThere
      ? {
          result: "error",
          msg: `${email} is already subscribed to list Letters. <a href="https://x.example">Click</a>`,
        }
      : { result: "success", msg: "Almost finished... We need to confirm your email address." };
    response.setHeader("Content-Type", "application/javascript; charset=utf-8");
    response.end(`${parameter("c")}(${JSON.stringify(body)})`);
  });
  return { subscribeUrl: `${url}/subscribe/post?u=a1b2&id=c3d4&f_id=e5f6`, requests, joined };
}
