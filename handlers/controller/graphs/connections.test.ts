import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiError } from '#spec/errors.ts';
import { connectPorts } from './graph-edits.ts';
import { createTestGraph, findPortId } from './testing-graphs.ts';

const nodeCount = 8;
const connectionArbitrary = fc.record({
  from: fc.nat(nodeCount - 1),
  to: fc.nat(nodeCount - 1),
  input: fc.constantFrom('A', 'B'),
});

/** Returns whether a path leads from one node to another. The connections are keyed by the input at which they end. */
const hasPath = (sourcesByInput: ReadonlyMap<string, number>, from: number, goal: number): boolean =>
  from === goal ||
  [...sourcesByInput].some(
    ([input, source]) => source === from && hasPath(sourcesByInput, Number(input.split(' ')[0]), goal),
  );

describe('connections between pure nodes', () => {
  it('are rejected exactly when they would close a cycle', () => {
    fc.assert(
      fc.property(fc.array(connectionArbitrary, { maxLength: 30 }), (requested) => {
        const { store, graph, add } = createTestGraph();
        const nodes = Array.from({ length: nodeCount }, () => add('Add'));
        const sourcesByInput = new Map<string, number>();
        for (const { from, to, input } of requested) {
          const position = `${to} ${input}`;
          if (sourcesByInput.get(position) === from) continue;
          let code: string | undefined;
          try {
            connectPorts(store, graph, findPortId(nodes[from]!, 'Result'), findPortId(nodes[to]!, input));
          } catch (failure) {
            code = (failure as ApiError).code;
          }
          expect(code).toBe(hasPath(sourcesByInput, to, from) ? 'CYCLIC_CONNECTION' : undefined);
          if (code === undefined) sourcesByInput.set(position, from);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
