/** One way in which the site's accessibility is tested. */
type TestedWay = {
  /** The words of the accessibility statement. */
  words: string;
  /** The journeys that do it: a file of e2e, and text that the file contains. */
  proof: readonly (readonly [file: string, says: string])[];
};

/**
 * Everything that the accessibility statement may claim, in its order. `scripts/guards/tested-ways.test.ts` compares
 * the statement with this list, and this list with the journeys.
 */
export const TESTED_WAYS: readonly TestedWay[] = [
  {
    words: "automated checks with axe on every screen and in its states, at phone and at desktop widths",
    proof: [
      ["keep-the-look.spec.ts", "expectNothingWrong(page)"],
      ["accessibility.spec.ts", "axe finds no problem on Home while its pictures change"],
    ],
  },
  {
    words: "journeys through the site by keyboard alone",
    proof: [["go-by-keyboard.spec.ts", "from Home through the story to the list, without a mouse"]],
  },
  {
    words: "whether the focus can be seen on each control",
    proof: [
      ["keep-the-look.spec.ts", "findControlsWithoutFocusRing(page)"],
      ["go-by-keyboard.spec.ts", "reaches every control on"],
    ],
  },
  {
    words: "what headings, landmarks, pictures and controls are called, and in which order they are read out",
    proof: [
      ["open-a-screen.spec.ts", "heading(page, words)"],
      ["go-by-keyboard.spec.ts", "stops.map((stop) => stop.name)"],
      ["keep-the-look.spec.ts", "differences(was, is)"],
    ],
  },
  {
    words: "widths down to 320 pixels, and pages enlarged to 400 percent",
    proof: [
      ["read-enlarged.spec.ts", "from 320 to 2560 px no screen needs sideways scrolling"],
      ["read-enlarged.spec.ts", "at 400 %"],
      ["read-in-large-type.spec.ts", "every screen and its menu fit"],
    ],
  },
  {
    words: "letters, words, lines and paragraphs set further apart",
    proof: [
      ["read-enlarged.spec.ts", "findFaultsWithTextSpacing(page)"],
      ["keep-the-look.spec.ts", "findFaultsWithTextSpacing(page)"],
    ],
  },
  {
    words: "colours set by the system, as with high contrast",
    proof: [
      ["read-enlarged.spec.ts", "in forced colours"],
      ["keep-the-look.spec.ts", "findControlsInvisibleInForcedColours(page)"],
    ],
  },
  {
    words: "contrast of words over pictures, at the worst place behind each line",
    proof: [["read-over-pictures.spec.ts", "words over pictures are readable on"]],
  },
  {
    words: "reduced motion",
    proof: [["motion.spec.ts", "with reduced motion nothing moves"]],
  },
  {
    words: "pages and the checkout without scripts",
    proof: [
      ["read-without-script.spec.ts", "javaScriptEnabled: false"],
      ["buy-a-shirt.spec.ts", "javaScriptEnabled: false"],
    ],
  },
];
