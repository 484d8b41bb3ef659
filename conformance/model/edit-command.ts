import { type Arbitrary, array, type AsyncCommand, nat } from 'fast-check';
import type { Model, ModelGraph } from './graph-model.ts';
import type { ModelContext } from './model-context.ts';

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

/** One kind of edit or read that a random run can apply. */
export interface EditCommand {
  readonly name: string;
  /**
   * The route that the command needs, without parameter names. The command is skipped if the target does not list this
   * route.
   */
  readonly route: string;
  /** The relative frequency of the command. The default is 1. */
  readonly weight?: number;
  /**
   * Applies the command to a graph, checks the response, and updates the model. Does nothing if the graph contains
   * nothing that the command could apply to.
   */
  run(graph: ModelGraph, context: ModelContext, random: ChoiceSource, model: Model): Promise<void>;
}

const maxChoices = 12;

/** Creates an arbitrary of random uses of a command. A list of numbers defines each use. */
export const createCommandArbitrary = (kind: EditCommand): Arbitrary<AsyncCommand<Model, ModelContext>> =>
  array(nat({ max: 0xffff }), { minLength: maxChoices, maxLength: maxChoices }).map((numbers) => ({
    check: () => true,
    async run(model, context) {
      const random = createChoiceSource(numbers);
      const graph = random.pick(model.graphs);
      if (graph) await kind.run(graph, context, random, model);
    },
    toString: () => kind.name,
  }));
