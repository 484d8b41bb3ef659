// biome-ignore-all lint/style/noNonNullAssertion: each published port has a slot, and each sample has its index
import { isDeepEqual } from '../values/json-equality.ts';
import { ExecutionError } from './execution-limits.ts';
import type { Json } from '#spec/values.ts';
import type { PortSample } from '../link/runtime-link.ts';
import type { BoundGraph } from './bind-graph.ts';

/**
 * Tracks which port values change while a graph runs. Values are compared only on demand, so that writing a port
 * requires no extra work.
 */
export interface PortSamples {
  /**
   * Evaluates live outputs. An output that throws keeps its value.
   * @returns the error of an output that threw
   */
  refresh(): ExecutionError | undefined;
  /** Returns the ports that changed since the last call, with their latest values. */
  takeChanged(): PortSample[];
  /** Returns every port that has changed since the graph started, with its latest value. */
  all(): PortSample[];
  /** Forgets all changes, when the values are those with which the program starts. */
  reset(): void;
}

/** @param previous the samples of the previous program, whose reported values stay valid */
export const createPortSamples = (
  { program: { published }, values, liveSteps }: BoundGraph,
  previous?: PortSamples,
): PortSamples => {
  const lastValues: Json[] = published.map(({ slot }) => values[slot]!);
  const changedIndexes = new Set<number>();

  if (previous) {
    const reported = new Map(previous.all().map(({ portId, value }) => [portId, value]));
    published.forEach(({ portId }, index) => {
      const value = reported.get(portId);
      if (value === undefined) return;
      lastValues[index] = value;
      changedIndexes.add(index);
    });
  }

  const sample = (index: number): PortSample => {
    const { portId, nodeId } = published[index]!;
    return { portId, nodeId, value: lastValues[index]! };
  };

  return {
    refresh() {
      let failure: ExecutionError | undefined;
      for (const { slot, evaluate, inputs, context, nodeId } of liveSteps) {
        try {
          values[slot] = evaluate(inputs, context) as Json;
        } catch (error) {
          failure ??= ExecutionError.from(error, nodeId);
        }
      }
      return failure;
    },
    takeChanged() {
      const changed: number[] = [];
      published.forEach(({ slot }, index) => {
        const value = values[slot]!;
        if (isDeepEqual(value, lastValues[index]!)) return;
        lastValues[index] = value;
        changedIndexes.add(index);
        changed.push(index);
      });
      return changed.map(sample);
    },
    all: () => [...changedIndexes].sort((a, b) => a - b).map(sample),
    reset() {
      if (changedIndexes.size === 0) return;
      changedIndexes.clear();
      published.forEach(({ slot }, index) => {
        lastValues[index] = values[slot]!;
      });
    },
  };
};
