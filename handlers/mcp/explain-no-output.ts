import { createShortNames } from './resolve-names.ts';
import type { SceneAccess } from './service-access.ts';

/** A node that a run has reached, and the trigger input through which the run reached it. */
export interface ReachedNode {
  readonly nodeId: string;
  readonly port: string;
}

/**
 * Explains in one or two sentences why a run showed no output. The text names the last node that was reached, and where
 * its trigger outputs lead.
 * @param last the last node that was reached; `undefined` if no node was reached
 */
export const explainNoOutput = async (
  { client }: SceneAccess,
  graphId: string,
  last: ReachedNode | undefined,
): Promise<string> => {
  const graph = await client.request('GET /api/graphs/{graphId}', { params: { graphId } });
  const names = [...createShortNames(graph)];
  const portNames = new Map(
    names.flatMap(([name, { ports }]) => ports.map((port) => [port.id, `${name}.${port.name}`] as const)),
  );
  const targets = new Map<string, string[]>();
  for (const { outputPortId, inputPortId } of graph.connections)
    targets.set(outputPortId, [
      ...(targets.get(outputPortId) ?? []),
      portNames.get(inputPortId) ?? inputPortId,
    ]);

  const [name, node] = names.find(([, { id }]) => id === last?.nodeId) ?? [];
  if (last === undefined || node === undefined) {
    const entries = names.filter(([, { ports }]) => !ports.some(isTrigger('input')));
    const connected = entries
      .filter(([, { ports }]) => ports.some(({ id }) => targets.has(id)))
      .map(([entryName]) => entryName);
    return connected.length > 0
      ? `No node was reached: ${connected.join(', ')} did not fire.`
      : 'No node was reached: nothing is connected to Start, OnNewFrame or an event node.';
  }
  const outputs = node.ports.filter(isTrigger('output'));
  const connectedOutputs = outputs.flatMap(({ id, name: port }) => {
    const to = targets.get(id);
    return to ? [`${port} (to ${to.join(', ')}) did not fire`] : [];
  });
  const unconnected = outputs.filter(({ id }) => !targets.has(id)).map(({ name: port }) => port);
  const reason = [
    ...connectedOutputs,
    ...(unconnected.length > 0
      ? [`${unconnected.join(', ')} ${unconnected.length > 1 ? 'are' : 'is'} not connected`]
      : []),
  ];
  return `The last node reached was ${name} by ${last.port}${reason.length > 0 ? `; ${reason.join('; ')}` : ''}.`;
};

const isTrigger =
  (direction: 'input' | 'output') =>
  (port: { readonly direction: string; readonly type: string }): boolean =>
    port.direction === direction && port.type === 'Trigger';
