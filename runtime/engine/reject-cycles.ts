import { ApiError } from '#spec/errors.ts';
import type { DraftNode } from './evaluation-plan.ts';

const listPureSources = (node: DraftNode): DraftNode[] =>
  [...node.inputs.values()].flatMap(({ source }) => (source?.node.isPure ? source.node : []));

/**
 * Rejects cycles of pure nodes, because such cycles could never be evaluated.
 * @throws ApiError CYCLIC_CONNECTION with the ids of the nodes in the cycle
 */
export const rejectCycles = (nodes: readonly DraftNode[]): void => {
  const unresolvedSources = new Map<DraftNode, number>();
  const readers = new Map<DraftNode, DraftNode[]>();
  for (const node of nodes.filter(({ isPure }) => isPure)) {
    const sources = listPureSources(node);
    unresolvedSources.set(node, sources.length);
    for (const source of sources) {
      const existing = readers.get(source);
      if (existing) existing.push(node);
      else readers.set(source, [node]);
    }
  }
  const ready = [...unresolvedSources].filter(([, sources]) => sources === 0).map(([node]) => node);
  for (let node = ready.pop(); node; node = ready.pop()) {
    unresolvedSources.delete(node);
    for (const reader of readers.get(node) ?? []) {
      // biome-ignore lint/style/noNonNullAssertion: a reader waits until all of its sources are done
      const remaining = unresolvedSources.get(reader)! - 1;
      unresolvedSources.set(reader, remaining);
      if (remaining === 0) ready.push(reader);
    }
  }
  if (unresolvedSources.size > 0) {
    throw new ApiError('CYCLIC_CONNECTION', 'Pure nodes of the graph form a cycle.', {
      nodeIds: [...unresolvedSources.keys()].map(({ id }) => id),
    });
  }
};
