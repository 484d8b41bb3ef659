// biome-ignore-all lint/style/noNonNullAssertion: each published port has a slot, and what is shown has its index
import { isDeepEqual } from '../values/json-equality.ts';
import { ExecutionError } from './execution-limits.ts';
import type { Json } from '#spec/values.ts';
import type { PortSample } from '../link/runtime-link.ts';
import type { BoundGraph } from './bind-graph.ts';

/** Which port values changed while a graph runs. Compares when asked, so that writing a port costs nothing. */
export interface PortSamples {
  /** Brings live outputs up to date. @returns what one of them threw; it holds what it held. */
  refresh(): ExecutionError | undefined;
  /** The ports that changed since the last call, with their latest values. */
  takeChanged(): PortSample[];
  /** Every port that was ever found changed, with its latest value. */
  all(): PortSample[];
}

/** @param before of the program that ran until now: what was told of a port still stands. */
export const createPortSamples = (
  { program: { published }, values, liveSteps }: BoundGraph,
  before?: PortSamples,
): PortSamples => {
  const shown: Json[] = published.map(({ slot }) => values[slot]!);
  const touched = new Set<number>();

  if (before) {
    const told = new Map(before.all().map(({ portId, value }) => [portId, value]));
    published.forEach(({ portId }, index) => {
      const value = told.get(portId);
      if (value === undefined) return;
      shown[index] = value;
      touched.add(index);
    });
  }

  const sample = (index: number): PortSample => {
    const { portId, nodeId } = published[index]!;
    return { portId, nodeId, value: shown[index]! };
  };

  return {
    refresh() {
      let failure: ExecutionError | undefined;
      for (const { slot, evaluate, inputs, context, nodeId } of liveSteps) {
        try {
          values[slot] = evaluate(inputs, context) as Json;
        } catch (thrown) {
          failure ??= ExecutionError.from(thrown, nodeId);
        }
      }
      return failure;
    },
    takeChanged() {
      const changed: number[] = [];
      published.forEach(({ slot }, index) => {
        const value = values[slot]!;
        if (isDeepEqual(value, shown[index]!)) return;
        shown[index] = value;
        touched.add(index);
        changed.push(index);
      });
      return changed.map(sample);
    },
    all: () => [...touched].sort((a, b) => a - b).map(sample),
  };
};
