import { expect, it } from "vitest";
import { createScheduler } from "../../../lib/scheduler.ts";
import { loadCleanHtml } from "./clean-html.ts";
import { createDescriptions } from "./descriptions.ts";

const aPage = (count: number) => ({
  products: Array.from({ length: count }, (_, at) => ({ title: "<b>", descriptionHtml: `<p class="x">${at}</p>` })),
});

it("every description of an answer is cleaned, wherever it stands, and nothing else", async () => {
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

it("a long list lets others have their turn; one that came before needs none", async () => {
  let ms = 0;
  const now = () => {
    ms += 5;
    return ms;
  };
  const descriptions = createDescriptions(createScheduler({ now }));
  await loadCleanHtml();
  const turnsOfOthersDuring = async (cleaning: Promise<void>) => {
    let turns = 0;
    let isCleaning = true;
    const other = () => {
      turns += 1;
      if (isCleaning) setImmediate(other);
    };
    setImmediate(other);
    await cleaning;
    isCleaning = false;
    return turns;
  };
  expect(await turnsOfOthersDuring(descriptions.clean(aPage(10)))).toBeGreaterThan(5);
  expect(await turnsOfOthersDuring(descriptions.clean(aPage(10)))).toBe(0);
});
