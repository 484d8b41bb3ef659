/**
 * Discovers fields that neither the description nor the manifest defines, by trying operations on a graph that is
 * created for this purpose.
 */
import {
  filterRecords,
  filterStrings,
  includesDeep,
  isRecord,
  type JsonRecord,
  walkJson,
} from '../../json.ts';
import { type Id, isId, pathTo } from '../id.ts';
import { discoverDirection } from './discover-direction.ts';
import { discoverCategories, inferDifferingPath, inferPath } from './discover-list-fields.ts';
import { discoverValue } from './discover-value.ts';
import {
  type DiscoveryContext,
  isPortOfType,
  isWritablePort,
  readNodeTypes,
  sampleLocation,
  type SampleNode,
} from './discovery-context.ts';
import { compileExpression, isQuotable, toPathStep } from './jsonata-expression.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { ParsedPort } from '../undocumented-fields.ts';

const discoverLocation = ({ fields, source }: DiscoveryContext, nodes: readonly SampleNode[]): void => {
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
const discoverVerdict = async (
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
    connections.some((connection) => ends.every(({ record }) => includesDeep(connection, record.id)));
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
const discoverLayout = async ({ http, source, fields }: DiscoveryContext, graphId: Id): Promise<void> => {
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

/** The ports of two nodes of the same type. */
type SampleNodePair = readonly [readonly JsonRecord[], readonly JsonRecord[]];

/**
 * Returns the only path that is suitable for a port name, or the only suitable path whose strings also occur in the
 * node type's record. Returns `undefined` if no such path or more than one path remains.
 */
const inferNamePath = (pairs: readonly SampleNodePair[], texts: ReadonlySet<unknown>): string | undefined => {
  const paths = new Set(pairs.flatMap(([ports]) => ports.flatMap((port) => listTextPaths(port))));
  const candidates = [...paths].filter((path) => pairs.every((pair) => isNamePath(pair, path)));
  const preferred = candidates.filter((path) =>
    pairs.every(([ports]) => ports.every((port) => texts.has(getTextAt(port, path)))),
  );
  const [path, ...otherPaths] = preferred.length > 0 ? preferred : candidates;
  return otherPaths.length === 0 ? path : undefined;
};

const isNamePath = ([one, second]: SampleNodePair, path: string): boolean => {
  const names = one.map((port) => getTextAt(port, path));
  const otherNames = second.map((port) => getTextAt(port, path));
  return (
    !names.includes(undefined) &&
    new Set(names).size === names.length &&
    names.toSorted().join('\n') === otherNames.toSorted().join('\n')
  );
};

const getTextAt = (port: JsonRecord, path: string): string | undefined => {
  const value = compileExpression(path)(port);
  return typeof value === 'string' ? value : undefined;
};

const listTextPaths = (record: JsonRecord, prefix = ''): readonly string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    if (!isQuotable(key)) return [];
    const path = prefix + toPathStep(key);
    if (typeof value === 'string' && key !== 'id' && key !== 'type') return [path];
    return isRecord(value) && prefix === '' ? listTextPaths(value, `${path}.`) : [];
  });

/** Maximum number of node types that are tried. */
const maxNodeTypes = 12;

/** Minimum number of node types that are tried, even if fewer types already have all the necessary ports. */
const minNodeTypes = 4;

/**
 * Infers field readers and passes them to the source. Returns the id of the graph that the discovery creates and leaves
 * behind.
 */
export const discoverReaders = async (context: DiscoveryContext): Promise<Id | undefined> => {
  const { http, graphName } = context;
  const graphId = (await http.post('/api/graphs?replace=true', { name: graphName })).at('id');
  if (!isId(graphId)) return undefined;
  if (context.source.isTypeNamed) context.source.learnTypes(await readNodeTypes(context));
  const nodes = await createSampleNodes(context, graphId);
  await discoverName(context, graphId, nodes);
  await discoverDirection(context, graphId, rereadPorts(context, nodes));
  const rereads = rereadPorts(context, nodes);
  await discoverValue(context, rereads);
  discoverLocation(context, rereads);
  await discoverVerdict(context, graphId, rereads);
  await discoverLayout(context, graphId);
  await discoverCategories(http, context.source, context.fields);
  return graphId;
};

/** Reads the sample nodes again after a discovery. */
const rereadPorts = ({ fields }: DiscoveryContext, nodes: readonly SampleNode[]): readonly SampleNode[] =>
  nodes.map((node) => ({ ...node, ports: fields.ports(node.record) ?? [] }));

const addNode = async (
  context: DiscoveryContext,
  graphId: Id,
  enumValue: string,
): Promise<SampleNode | undefined> => {
  const spec = { category: enumValue, ...sampleLocation };
  const { ok, json } = await context.http.post(pathTo`/api/graphs/${graphId}/nodes`, spec);
  return ok ? toSampleNode(context, json, { enumValue, isPlaced: true }) : undefined;
};

const toSampleNode = (
  { fields }: DiscoveryContext,
  record: unknown,
  options: Pick<SampleNode, 'enumValue' | 'isPlaced'>,
): SampleNode | undefined => {
  const ports = isRecord(record) ? fields.ports(record) : undefined;
  return isRecord(record) && ports ? { record, ports, ...options } : undefined;
};

/** Creates nodes of different types until the nodes have ports for numbers, strings and execution. */
const createSampleNodes = async (context: DiscoveryContext, graphId: Id): Promise<readonly SampleNode[]> => {
  const { http, fields } = context;
  const listReply = await http.get(pathTo`/api/graphs/${graphId}/nodes`);
  const nodes = filterRecords(fields.items(listReply.json)).flatMap(
    (record) => toSampleNode(context, record, { enumValue: String(record.category), isPlaced: false }) ?? [],
  );
  const enumValues = filterStrings(fields.items((await http.get('/api/node-types/enum-values')).json));
  const has = (...types: readonly string[]): boolean =>
    nodes.some(({ ports }) => ports.filter(isPortOfType(...types)).some(isWritablePort));
  const stride = Math.max(1, Math.floor(enumValues.length / maxNodeTypes));
  for (let index = 0; index < enumValues.length && index / stride < maxNodeTypes; index += stride) {
    const isEnough = index / stride >= minNodeTypes && has('Float', 'Integer') && has('String');
    if (isEnough) break;
    // biome-ignore lint/style/noNonNullAssertion: the index is below the length
    const created = await addNode(context, graphId, enumValues[index]!);
    if (created) nodes.push(created);
  }
  return nodes;
};

/** Returns all strings in the target's node types. These strings include the port names. */
const readNodeTypeTexts = async (http: HttpClient): Promise<ReadonlySet<unknown>> => {
  const search = await http.get('/api/node-types');
  const keys = [...walkJson(search.json)].filter(isRecord).flatMap(Object.keys);
  return new Set([...[...walkJson(search.json)].filter((value) => typeof value === 'string'), ...keys]);
};

const discoverName = async (
  context: DiscoveryContext,
  graphId: Id,
  nodes: readonly SampleNode[],
): Promise<void> => {
  if (nodes.every(({ ports }) => ports.every(({ name }) => name !== undefined))) return;
  const pairs: SampleNodePair[] = [];
  for (const { enumValue, ports } of nodes.filter(({ ports: { length } }) => length > 1)) {
    const secondNode = await addNode(context, graphId, enumValue);
    if (secondNode)
      pairs.push([ports.map(({ record }) => record), secondNode.ports.map(({ record }) => record)]);
  }
  const path = pairs.length > 0 ? inferNamePath(pairs, await readNodeTypeTexts(context.http)) : undefined;
  if (path !== undefined) context.source.learn('port.name', [path]);
};
