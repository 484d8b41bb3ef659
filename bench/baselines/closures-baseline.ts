// biome-ignore-all lint/style/noNonNullAssertion: each link has an index within the values
import { createLinks } from '../micro/chain-links.ts';
import { createStepRunner } from '../micro/step-runner.ts';
import type { ChainLink } from '../micro/chain-links.ts';
import type { ChainStepOptions } from '../micro/step-runner.ts';

/** Creates a chain of plain closures over one array, as a programmer would write the graph by hand. */
export const createClosuresBaseline = () =>
  createStepRunner(({ links, chain }: ChainStepOptions) => {
    const values: number[] = new Array(chain + 1).fill(0);
    const closures = createLinks(links, chain).map(({ category, operand }, index) => {
      const operandIndex = values.push(operand) - 1;
      return stepFunctions[category](values, index, operandIndex);
    });
    return {
      step() {
        for (const closure of closures) closure();
      },
      getResult: () => values[chain]!,
    };
  });

type StepFunction = (values: number[], at: number, operandIndex: number) => () => void;

/** The functions are written out separately, so that V8 compiles each of them on its own. */
const stepFunctions: Readonly<Record<ChainLink['category'], StepFunction>> = {
  Add: (values, at, operandIndex) => () => {
    values[at + 1] = values[at]! + values[operandIndex]!;
  },
  Subtract: (values, at, operandIndex) => () => {
    values[at + 1] = values[at]! - values[operandIndex]!;
  },
  Multiply: (values, at, operandIndex) => () => {
    values[at + 1] = values[at]! * values[operandIndex]!;
  },
  Divide: (values, at, operandIndex) => () => {
    values[at + 1] = values[at]! / values[operandIndex]!;
  },
  Modulo: (values, at, operandIndex) => () => {
    values[at + 1] = values[at]! % values[operandIndex]!;
  },
  Min: (values, at, operandIndex) => () => {
    values[at + 1] = Math.min(values[at]!, values[operandIndex]!);
  },
  Max: (values, at, operandIndex) => () => {
    values[at + 1] = Math.max(values[at]!, values[operandIndex]!);
  },
};
