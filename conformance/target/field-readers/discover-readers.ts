/**
 * Discovers fields that neither the description nor the manifest defines, by trying operations on a graph that is
 * created for this purpose.
 */
import { isId, pathTo } from '../id.ts';
import { isRecord, filterRecords, filterStrings, walkJson } from '../../json.ts';
import { inferNamePath } from './infer-name.ts';
import { discoverDirection } from './discover-direction.ts';
import { discoverLayout, discoverLocation, discoverVerdict } from './discover-node-fields.ts';
import { discoverCategories } from './discover-list-fields.ts';
import { discoverValue } from './discover-value.ts';
import { readNodeTypes } from './read-node-types.ts';
import { isPortOfType, isWritablePort, sampleLocation } from './discovery-context.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { Id } from '../id.ts';
import type { SampleNodePair } from './infer-name.ts';
import type { DiscoveryContext, SampleNode } from './discovery-context.ts';

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
