import { expect, it } from "vitest";
import { createScheduler } from "../../../lib/scheduler.ts";
import { loadCleanHtml } from "./clean-html.ts";
import { createDescriptions } from "./descriptions.ts";

const aPage = (count: number) => ({
  products: Array.from({ length: count }, (_, at) => ({ title: "<b>", descriptionHtml: `<p class="x">${at}</p>` })),
});

it("every description in a response is cleaned, and nothing else", async () => {
  const answer = { collection: { descriptionHtml: "<h1>Wear</h1>", ...aPage(2) }, shop: { descriptionHtml: null } };
  await createDescriptions(createScheduler({})).clean(answer);
  expect(answer).toEqual({
    collection: {
      descriptionHtml: "<h3>Wear</h3>",
      products: [
        { title: "<b>", descriptionHtml: "<p>0</p>" },
        { title: "<b>", descriptionHtml: "<p>1</p>" },
      ],
    },
    shop: { descriptionHtml: null },
  });
});

it("other work runs while a long list is cleaned, and a cached description is not cleaned again", async () => {
  let ms = 0;
  const now = () => {
    ms += 5;
    return ms;
  };
  const descriptions = createDescriptions(createScheduler({ now }));
  await loadCleanHtml();
  const countOtherWorkDuring = async (cleaning: Promise<void>) => {
    let runs = 0;
    let isCleaning = true;
    const other = () => {
      runs += 1;
      if (isCleaning) setImmediate(other);
    };
    setImmediate(other);
    await cleaning;
    isCleaning = false;
    return runs;
  };
  expect(await countOtherWorkDuring(descriptions.clean(aPage(10)))).toBeGreaterThan(5);
  expect(await countOtherWorkDuring(descriptions.clean(aPage(10)))).toBe(0);
});
