import { sameValue } from '../nodes/equality.ts';
import type { Json } from '#spec/values.ts';
import type { PortSample } from '../link/protocol.ts';
import type { BoundGraph, BoundNode } from './bind.ts';

/** Which port values changed while a graph runs. Compares when asked, so that writing a port costs nothing. */
export interface PortSamples {
  /** The ports that changed since the last call, with their latest values. Unprepared nodes have none of the moment yet. */
  takeChanged(unprepared: readonly BoundNode[]): PortSample[];
  /** Every port that was ever found changed, with its latest value. */
  all(): PortSample[];
}

export const createPortSamples = ({ program: { published }, values, live }: BoundGraph): PortSamples => {
  const shown = published.map(({ slot }) => values[slot]!);
  const touched = new Set<number>();

  const sample = (index: number): PortSample => {
    const { portId, nodeId } = published[index]!;
    return { portId, nodeId, value: shown[index]! };
  };

  return {
    takeChanged(unprepared) {
      const stateless = new Set<unknown>(
        unprepared.filter(({ prepare }) => prepare).map(({ context }) => context),
      );
      for (const { slot, evaluate, inputs, context } of live) {
        if (!stateless.has(context)) values[slot] = evaluate(inputs, context) as Json;
      }
      const changed: number[] = [];
      published.forEach(({ slot }, index) => {
        const value = values[slot]!;
        if (sameValue(value, shown[index]!)) return;
        shown[index] = value;
        touched.add(index);
        changed.push(index);
      });
      return changed.map(sample);
    },
    all: () => [...touched].sort((a, b) => a - b).map(sample),
  };
};
