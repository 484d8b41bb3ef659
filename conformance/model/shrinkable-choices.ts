/**
 * The random choices that a command makes. The choices come from numbers that can shrink: a smaller number chooses an
 * earlier element.
 */
export interface ChoiceSource {
  pick<T>(choices: readonly T[]): T | undefined;
  below(limit: number): number;
  /** Chooses a preferred element half of the time, if there are any. */
  prefer<T>(choices: readonly T[], isPreferred: (choice: T) => boolean): T | undefined;
}

/**
 * Creates the choices that a command makes from a list of numbers.
 * @param numbers the numbers to use; after the last number, every further choice is the first element
 */
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
