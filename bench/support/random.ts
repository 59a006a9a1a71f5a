/** Numbers from 0 to below 1, the same in every run. Source: Numerical Recipes, a linear congruential generator. */
export function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
