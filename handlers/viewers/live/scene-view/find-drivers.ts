import type { GraphDetail } from '../graphs/graph-types.ts';

/** A node of a running graph that writes a property of an object. */
export interface PropertyDriver {
  readonly graphName: string;
  readonly nodeId: string;
  readonly nodeType: string;
}

/**
 * Finds the node of a running graph that writes a property of an object. A node counts if the property's name is the
 * last word of its type, such as `SetPosition` for `position`, and if it has the object as a value.
 */
export const findPropertyDriver = (
  graph: GraphDetail | undefined,
  object: string,
  property: string,
): PropertyDriver | undefined => {
  if (graph?.state !== 'running') return undefined;
  const suffix = property.toLowerCase();
  const node = graph.nodes.find(
    ({ category, ports }) =>
      category.toLowerCase().endsWith(suffix) &&
      category.length > suffix.length &&
      ports.some(
        ({ type, direction, value }) =>
          type === 'ObjectSelector' && direction === 'input' && value === object,
      ) &&
      ports.some(({ type, direction }) => type === 'Trigger' && direction === 'input'),
  );
  return node && { graphName: graph.name, nodeId: node.id, nodeType: node.category };
};
