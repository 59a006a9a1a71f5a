import { type DemoState, FIRST_PARTS, type FirstPart } from "@porchlight/protocol/demo.ts";

/** A first step. */
export type StepKey = "own" | FirstPart | "secondStep" | "mail" | "domain";
type Step = { key: StepKey; isDone: boolean };

/** Lists the first steps of a new owner. Parts that a provider serves are not among them. */
export function listSteps(site: { demo: DemoState; isMailSent: boolean; hasSecondStep: boolean }): readonly Step[] {
  const { demo, isMailSent, hasSecondStep } = site;
  return [
    { key: "own", isDone: !demo.isShipped },
    ...FIRST_PARTS.flatMap((key) => {
      const isDone = demo.own[key];
      return isDone === undefined ? [] : [{ key, isDone }];
    }),
    { key: "secondStep", isDone: hasSecondStep },
    { key: "mail", isDone: isMailSent },
    { key: "domain", isDone: demo.isPublic },
  ];
}
