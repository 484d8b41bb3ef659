/** Discovers fields from what the kit itself did: where it placed a node, and which pair of ports it validated. */
import { includesDeep, isRecord } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';
import { pathTo } from '../id.ts';
import { compileExpression } from './jsonata-expression.ts';
import { inferDifferingPath, inferPath } from './infer-path.ts';
import { sampleLocation } from './discovery-context.ts';
import type { ParsedPort } from '../undocumented-fields.ts';
import type { Id } from '../id.ts';
import type { DiscoveryContext, SampleNode } from './discovery-context.ts';

export const discoverLocation = (
  { fields, source }: DiscoveryContext,
  nodes: readonly SampleNode[],
): void => {
  const createdRecords = nodes.filter(({ isPlaced }) => isPlaced).map(({ record }) => record);
  for (const [key, number] of [
    ['node.locationX', sampleLocation.locationX],
    ['node.locationY', sampleLocation.locationY],
  ] as const) {
    if (createdRecords.every((record) => fields.read(record, key) === number)) continue;
    const path = inferPath(createdRecords, (value) => value === number);
    if (path !== undefined) source.learn(key, [path]);
  }
};

/**
 * Finds the field with the result of a dry run. This result differs between a compatible and an incompatible pair of
 * ports.
 */
export const discoverVerdict = async (
  context: DiscoveryContext,
  graphId: Id,
  nodes: readonly SampleNode[],
): Promise<void> => {
  const { http, source, fields } = context;
  const ports = nodes.flatMap(({ record, ports: nodePorts }) =>
    nodePorts.map((port) => ({ ...port, nodeId: record.id })),
  );
  // A verdict may also show whether the two ports are already connected, so pairs that are connected don't count.
  const connections = fields.items((await http.get(pathTo`/api/graphs/${graphId}/connections`)).json) ?? [];
  const isConnected = (...ends: readonly { readonly record: JsonRecord }[]): boolean =>
    connections.some((connection) => ends.every(({ record }) => includesDeep(connection, record.id as Id)));
  const outputs = ports.filter(({ direction }) => direction === 'output');
  const inputs = ports.filter(({ direction }) => direction === 'input');
  const isFreePair = (from: (typeof ports)[number], to: (typeof ports)[number]): boolean =>
    isConnectablePair(from, to) && !isConnected(from, to);
  const output = outputs.find((from) => inputs.some((to) => isFreePair(from, to)));
  const compatible = output && inputs.find((to) => isFreePair(output, to));
  const incompatible =
    output && inputs.find((to) => isIncompatiblePair(String(output.record.type), String(to.record.type)));
  if (!output || !compatible || !incompatible) return;
  const [validReply, invalidReply] = await Promise.all(
    [compatible, incompatible].map(async (input) => {
      const ends = { outputPortId: output.record.id, inputPortId: input.record.id };
      return (await http.post(pathTo`/api/graphs/${graphId}/connections/validate`, ends)).json;
    }),
  );
  if (
    !isRecord(validReply) ||
    !isRecord(invalidReply) ||
    fields.truth(validReply, 'validation.valid') !== undefined
  )
    return;
  const path = inferDifferingPath(validReply, invalidReply, (a, b) => [a, b].every(isWordOrFlag));
  const value = path === undefined ? undefined : compileExpression(path)(validReply);
  if (path !== undefined) source.learn('validation.valid', [`${path} = ${JSON.stringify(value)}`]);
};

/**
 * Finds the fields of the layout response. The response's only boolean indicates whether positions are saved, and its only
 * number is the ratio.
 */
export const discoverLayout = async (
  { http, source, fields }: DiscoveryContext,
  graphId: Id,
): Promise<void> => {
  const path = pathTo`/api/graphs/${graphId}/layout`;
  const { json: saved } = await http.get(`${path}/saved`);
  if (isRecord(saved) && fields.truth(saved, 'layout.saved') === undefined) {
    const flagPath = inferPath([saved], (value) => typeof value === 'boolean');
    if (flagPath !== undefined) source.learn('layout.saved', [flagPath]);
  }
  const { json: shape } = await http.get(`${path}/aspect-ratio`);
  if (isRecord(shape) && fields.read(shape, 'layout.aspectRatio') === undefined) {
    const flagPath = inferPath([shape], (value) => typeof value === 'number');
    if (flagPath !== undefined) source.learn('layout.aspectRatio', [flagPath]);
  }
};

const isWordOrFlag = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && /^\w+$/.test(value));

type PortOfNode = ParsedPort & { readonly nodeId: unknown };

const isConnectablePair = (from: PortOfNode, to: PortOfNode): boolean =>
  from.record.type === to.record.type && from.nodeId !== to.nodeId;

/** Whether a pair of port types can't be connected, because trigger ports never connect to data ports. */
const isIncompatiblePair = (from: string, to: string): boolean =>
  (from === 'Trigger') !== (to === 'Trigger') && ![from, to].some((type) => /^(Generic|Button)$/.test(type));
