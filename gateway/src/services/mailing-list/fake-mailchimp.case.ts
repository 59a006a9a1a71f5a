import type { ServerResponse } from "node:http";
import { aLocalServer } from "../../testing/local-server.ts";
import type { Joined } from "./contract.case.ts";

/** A server that speaks as Mailchimp's forms do, ended with the test. */
type FakeMailchimp = {
  /** Of the form, as an owner copies it. */
  subscribeUrl: string;
  /** Addresses that were asked, in their order. */
  asked: URL[];
  joined: Joined[];
};

/**
 * @param misbehave answers in the place of the list; what it is given is the name of the callback
 */
export async function startMailchimp(
  misbehave?: (response: ServerResponse, callback: string) => void,
): Promise<FakeMailchimp> {
  const asked: URL[] = [];
  const joined: Joined[] = [];
  const url = await aLocalServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://mailchimp.example");
    asked.push(address);
    const told = (name: string) => address.searchParams.get(name) ?? "";
    if (misbehave) return misbehave(response, told("c"));
    const email = told("EMAIL");
    const isThere = joined.some((one) => one.email === email);
    if (!isThere) joined.push({ email, firstName: told("FNAME"), lastName: told("LNAME") });
    const answer = isThere
      ? {
          result: "error",
          msg: `${email} is already subscribed to list Letters. <a href="https://x.example">Click</a>`,
        }
      : { result: "success", msg: "Almost finished... We need to confirm your email address." };
    response.setHeader("Content-Type", "application/javascript; charset=utf-8");
    response.end(`${told("c")}(${JSON.stringify(answer)})`);
  });
  return { subscribeUrl: `${url}/subscribe/post?u=a1b2&id=c3d4&f_id=e5f6`, asked, joined };
}
