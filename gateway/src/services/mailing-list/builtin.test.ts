import { expect, it } from "vitest";
import { aSubscriberList } from "./a-subscriber-list.case.ts";
import { createBuiltinMailingList } from "./builtin.ts";
import { aSignUp, describeMailingList } from "./contract.case.ts";

function create() {
  const subscribers = aSubscriberList();
  const joined = () =>
    subscribers.signUps.map(({ email, first_name, last_name }) => ({
      email,
      firstName: first_name ?? "",
      lastName: last_name ?? "",
    }));
  return { subscribers, joined, list: createBuiltinMailingList({ subscribers }) };
}

describeMailingList(async () => create());

it("adds a sign-up to the site's own list with the dialog as its source; missing names are null", async () => {
  const { list, subscribers } = create();
  expect(await list.subscribe(aSignUp({ LNAME: "" }))).toEqual({
    result: "success",
    msg: "If the address needs confirming, there is an email waiting for you.",
  });
  expect(subscribers.signUps).toEqual([
    { email: "ann@example.com", source: "website-dialog", first_name: "Ann", last_name: null, page: "/" },
  ]);
});

it("responds to a second sign-up with the same message as the footer form", async () => {
  const { list } = create();
  await list.subscribe(aSignUp());
  expect(await list.subscribe(aSignUp())).toEqual({ result: "error", msg: "Email already subscribed" });
});
