import { Fault } from '#spec/errors.ts';
import { canRun, type RuntimeAbilities } from '../link/abilities.ts';
import type { GraphImage } from '../link/protocol.ts';

/** @throws Fault ACTION_FAILED when the runtime lacks what a graph is made of */
export const requireTypes = ({ name, nodes }: GraphImage, abilities: RuntimeAbilities | undefined): void => {
  const missing = nodes.filter(({ category }) => !canRun(abilities, category));
  const [first] = missing;
  if (!first) return;
  throw new Fault(
    'ACTION_FAILED',
    `The runtime ${abilities?.name} cannot run the graph '${name}': it has no node type '${first.category}'.`,
    { nodes: missing.map(({ id, category }) => ({ nodeId: id, category })) },
    'GET /api/node-types/enum-values lists what it has; DELETE /api/graphs/{graphId}/nodes/{nodeId} takes a node away.',
  );
};
