// biome-ignore-all lint/style/noNonNullAssertion: each link has a place among the values
import { linksOf } from '../micro/chain-links.ts';
import { createStepper } from '../micro/step-load.ts';
import type { Link } from '../micro/chain-links.ts';
import type { StepOrder } from '../micro/step-load.ts';

/** A chain of links as plain closures over one array: what remains when a graph is written by hand. */
export const createClosuresFloor = () =>
  createStepper(({ links, chain }: StepOrder) => {
    const values: number[] = new Array(chain + 1).fill(0);
    const closures = linksOf(links, chain).map(({ category, operand }, index) => {
      const own = values.push(operand) - 1;
      return write[category](values, index, own);
    });
    return {
      step() {
        for (const run of closures) run();
      },
      sum: () => values[chain]!,
    };
  });

type Write = (values: number[], at: number, own: number) => () => void;

/** Written out, so that each is a function of its own to the compiler. */
const write: Readonly<Record<Link['category'], Write>> = {
  Add: (values, at, own) => () => {
    values[at + 1] = values[at]! + values[own]!;
  },
  Subtract: (values, at, own) => () => {
    values[at + 1] = values[at]! - values[own]!;
  },
  Multiply: (values, at, own) => () => {
    values[at + 1] = values[at]! * values[own]!;
  },
  Divide: (values, at, own) => () => {
    values[at + 1] = values[at]! / values[own]!;
  },
  Modulo: (values, at, own) => () => {
    values[at + 1] = values[at]! % values[own]!;
  },
  Min: (values, at, own) => () => {
    values[at + 1] = Math.min(values[at]!, values[own]!);
  },
  Max: (values, at, own) => () => {
    values[at + 1] = Math.max(values[at]!, values[own]!);
  },
};
