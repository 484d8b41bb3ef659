/** The random choices of a command. They come from numbers that shrink: a smaller number chooses an earlier element. */
export interface ChoiceSource {
  pick<T>(choices: readonly T[]): T | undefined;
  below(limit: number): number;
  /** Half of the time chooses a preferred element, if there are any. */
  prefer<T>(choices: readonly T[], isPreferred: (choice: T) => boolean): T | undefined;
}

/** @param numbers when they run out, every further choice is the first */
export const createChoiceSource = (numbers: readonly number[]): ChoiceSource => {
  let next = 0;
  const below = (limit: number): number => {
    const number = numbers[next] ?? 0;
    next += 1;
    return limit > 0 ? number % limit : 0;
  };
  const pick = <T>(choices: readonly T[]): T | undefined => choices[below(choices.length)];
  return {
    below,
    pick,
    prefer(choices, isPreferred) {
      const preferred = below(2) === 0 ? choices.filter(isPreferred) : [];
      return pick(preferred.length > 0 ? preferred : choices);
    },
  };
};
