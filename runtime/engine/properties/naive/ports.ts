/** What observers are told of ports. */
import { sameValue } from '../../../nodes/equality.ts';
import { Breakdown } from '../../limits.ts';
import { isLive, publishedPorts } from './graph.ts';
import type { Json } from '#spec/values.ts';
import type { PortSample } from '../../../link/protocol.ts';
import type { End, NaiveGraph } from './graph.ts';
import type { Run } from './running.ts';

const currentValue = ({ node, port }: End): Json =>
  (port.direction === 'input' ? node.inputs : node.outputs).get(port.name)!;

/** What the ports that are told of hold. */
export const portValues = ({ nodes }: NaiveGraph): ReadonlyMap<string, Json> =>
  new Map(nodes.flatMap(publishedPorts).map(({ portId, end: port }) => [portId, currentValue(port)]));

/** Works out what is shown of outputs that are worked out when read. @returns what threw. */
export const refresh = ({ graph, machine }: Run): Breakdown | undefined => {
  const shown = graph.nodes.flatMap(publishedPorts).map(({ end: port }) => port);
  let failure: Breakdown | undefined;
  for (const { node, port } of shown.filter((one) => one.port.direction === 'output' && isLive(one))) {
    try {
      node.outputs.set(port.name, machine.evaluator.live({ node, port }));
    } catch (thrown) {
      failure ??= Breakdown.of(thrown, node.image.id);
    }
  }
  return failure;
};

/** The ports that hold something else than what observers know, who are taken to be told now. */
export const takeChanged = ({ graph, told, initial }: Run): PortSample[] => {
  const changed = graph.nodes.flatMap(publishedPorts).filter(({ portId, end: port }) => {
    const value = currentValue(port);
    if (sameValue(value, told.has(portId) ? told.get(portId)! : initial.get(portId)!)) return false;
    told.set(portId, value);
    return true;
  });
  return changed.map(({ portId, end: port }) => ({
    portId,
    nodeId: port.node.image.id,
    value: currentValue(port),
  }));
};
