/**
 * Discovers how the target distinguishes inputs from outputs, from samples alone or, if necessary, by trying
 * connections.
 */
import { pathTo } from '../id.ts';
import { findAgreedExpression, listConsistentExpressions } from './infer-direction.ts';
import { readNodeTypes } from './read-node-types.ts';
import type { Id } from '../id.ts';
import type { PortSample } from './direction-candidates.ts';
import type { DiscoveryContext, SampleNode } from './discovery-context.ts';
import type { Direction } from './parse-words.ts';

/** Maximum number of connections that are tried. */
const maxTrials = 60;

export const discoverDirection = async (
  context: DiscoveryContext,
  graphId: Id,
  nodes: readonly SampleNode[],
): Promise<void> => {
  if (nodes.every(({ ports }) => ports.every(({ direction }) => direction !== undefined))) return;
  const types = await readNodeTypes(context);
  context.source.learnTypes(types);
  const samples = nodes.flatMap(({ record, enumValue, ports }) =>
    ports.map((port) => ({
      record: port.record,
      context: { node: record, list: port.list, nodeType: types.get(enumValue.toLowerCase()) },
    })),
  );
  const nameField = context.source.whereFound('port.name') ?? 'name';
  const agreed = findAgreedExpression(listConsistentExpressions(samples, nameField));
  const location =
    agreed ??
    findAgreedExpression(
      listConsistentExpressions(samples, nameField, await tryConnections(context, graphId, samples)),
    );
  if (location) context.source.learn('port.direction', [location.expression]);
};

/** Tries to connect ports of the same type in both directions, until some ports are known to be inputs or outputs. */
const tryConnections = async (
  { http }: DiscoveryContext,
  graphId: Id,
  samples: readonly PortSample[],
): Promise<ReadonlyMap<PortSample, Direction>> => {
  const directions = new Map<PortSample, Direction>();
  const pairs = samples.flatMap((from) =>
    samples
      .filter((to) => to.record.type === from.record.type && to.context.node?.id !== from.context.node?.id)
      .map((to) => ({ from, to })),
  );
  let remainingTrials = maxTrials;
  for (const { from, to } of pairs) {
    if (directions.has(from) || directions.has(to)) continue;
    remainingTrials -= 1;
    if (remainingTrials < 0) break;
    const ends = { outputPortId: from.record.id, inputPortId: to.record.id };
    const { ok } = await http.post(pathTo`/api/graphs/${graphId}/connections`, ends);
    if (ok) directions.set(from, 'output').set(to, 'input');
  }
  return directions;
};
