import { setTimeout } from "node:timers/promises";
import { it } from "vitest";
import { aSmallDisk, canMount, fillDisk } from "../../data/data-folder.case.ts";
import { soak } from "../../testing/soak.ts";
import { killSending } from "./kills.case.ts";

it("a newsletter reaches everyone at most once although the site is killed while it sends", (test) =>
  soak(test, "kills during newsletters", 50, (times) => killSending(times, 40 * times)));

/** Kills during the emails with faults. */
const KILLS = 10;
/** How often the server defers, cuts and stalls. */
const [DEFERRALS, CUTS, STALLS] = [3, 2, 2];

it("a newsletter reaches everyone at most once through a server that refuses, defers, cuts and stalls, a full disk and a clock that jumps", (test) =>
  soak(test, "newsletters through faults", 20_000, async (recipients) => {
    const isRefused = (email: string) => Number(/^fan(\d+)/.exec(email)?.[1]) % 20 === 0;
    let [deferrals, cuts, stalls, accepted] = [DEFERRALS, CUTS, STALLS, 0];
    const { dir } = canMount() ? aSmallDisk(96) : { dir: undefined };
    const answer = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });
    await killSending(KILLS, recipients, {
      isRefused,
      unanswered: CUTS + STALLS,
      jumpsAfter: KILLS / 2,
      ...(dir && { dir }),
      options: {
        onRcptTo({ address }, _, callback) {
          if (isRefused(address)) return callback(answer(550, "5.1.1 no such user"));
          if (address.endsWith("@d3.example.test") && deferrals-- > 0) return callback(answer(451, "4.7.1 greylisted"));
          callback();
        },
      },
      respond() {
        accepted += 1;
        if (accepted % 700 === 0 && stalls-- > 0) return "stalls";
        return accepted % 500 === 0 && cuts-- > 0 ? answer(421, "4.3.2 closing") : "accepts";
      },
      async between(folder) {
        if (!dir) return;
        const free = fillDisk(folder);
        await setTimeout(300);
        free();
      },
    });
  }));
