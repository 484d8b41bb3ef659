/** Learns by trials on a graph of its own where the target puts what neither it nor its author tells. */
import { isId, pathTo } from '../id.ts';
import { isRecord, recordsOf, stringsOf, walk } from '../../json.ts';
import { agreed, directionPlaces } from './infer-direction.ts';
import { namePath } from './infer-name.ts';
import { valuePath } from './infer-value.ts';
import type { Fields, ReadPort } from '../fields.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { Id } from '../id.ts';
import type { JsonRecord } from '../../json.ts';
import type { PortSample } from './direction-candidates.ts';
import type { Twins } from './infer-name.ts';
import type { WrittenAndRead } from './infer-value.ts';
import type { Source } from './source.ts';
import type { Direction } from './words.ts';

interface Pupil {
  readonly http: HttpClient;
  readonly source: Source;
  readonly fields: Fields;
  /** The name of the graph to work on. */
  readonly graphName: string;
}

interface SampleNode {
  readonly record: JsonRecord;
  readonly enumValue: string;
  readonly ports: readonly ReadPort[];
}

/** Node types that are tried, and wires. */
const widest = { types: 12, wires: 60, categories: 60, ports: 3 };

/** Node types that are tried also where fewer have all that is looked for. */
const fewest = 4;

/** Infers readers and hands them to the source. Answers the graph that it leaves behind. */
export const learnReaders = async (pupil: Pupil): Promise<Id | undefined> => {
  const { http, graphName } = pupil;
  const graphId = (await http.post('/api/graphs?replace=true', { name: graphName })).at('id');
  if (!isId(graphId)) return undefined;
  if (pupil.source.isTypeNamed) pupil.source.learnTypes(await nodeTypesOf(pupil));
  const nodes = await sampleNodes(pupil, graphId);
  await learnName(pupil, graphId, nodes);
  const again = nodes.map((node) => ({ ...node, ports: pupil.fields.ports(node.record) ?? [] }));
  await learnDirection(pupil, graphId, again);
  await learnValue(pupil, again);
  return graphId;
};

const addNode = async (pupil: Pupil, graphId: Id, enumValue: string): Promise<SampleNode | undefined> => {
  const place = { category: enumValue, locationX: 0, locationY: 0 };
  const { ok, json } = await pupil.http.post(pathTo`/api/graphs/${graphId}/nodes`, place);
  return ok ? sampleOf(pupil, json, enumValue) : undefined;
};

const sampleOf = ({ fields }: Pupil, record: unknown, enumValue: string): SampleNode | undefined => {
  const ports = isRecord(record) ? fields.ports(record) : undefined;
  return isRecord(record) && ports ? { record, enumValue, ports } : undefined;
};

const isOfType =
  (...types: readonly string[]) =>
  ({ record }: ReadPort): boolean =>
    types.includes(String(record.type));

/** Nodes of different types, until they have ports for numbers, texts and execution. */
const sampleNodes = async (pupil: Pupil, graphId: Id): Promise<readonly SampleNode[]> => {
  const { http, fields } = pupil;
  const listed = await http.get(pathTo`/api/graphs/${graphId}/nodes`);
  const nodes = recordsOf(fields.items(listed.json)).flatMap(
    (record) => sampleOf(pupil, record, String(record.category)) ?? [],
  );
  const offered = stringsOf(fields.items((await http.get('/api/node-types/enum-values')).json));
  const has = (...types: readonly string[]): boolean =>
    nodes.some(({ ports }) => ports.filter(isOfType(...types)).some(isWritable));
  const stride = Math.max(1, Math.floor(offered.length / widest.types));
  for (let index = 0; index < offered.length && index / stride < widest.types; index += stride) {
    const isEnough = index / stride >= fewest && has('Float', 'Integer') && has('String');
    if (isEnough) break;
    // The index is below the length.
    const made = await addNode(pupil, graphId, offered[index]!);
    if (made) nodes.push(made);
  }
  return nodes;
};

/** The texts in what the target tells of its node types, port names among them. */
const textsOfTypes = async (http: HttpClient): Promise<ReadonlySet<unknown>> => {
  const search = await http.get('/api/node-types');
  const keys = [...walk(search.json)].filter(isRecord).flatMap(Object.keys);
  return new Set([...[...walk(search.json)].filter((value) => typeof value === 'string'), ...keys]);
};

const learnName = async (pupil: Pupil, graphId: Id, nodes: readonly SampleNode[]): Promise<void> => {
  if (nodes.every(({ ports }) => ports.every(({ name }) => name !== undefined))) return;
  const twins: Twins[] = [];
  for (const { enumValue, ports } of nodes.filter(({ ports: { length } }) => length > 1)) {
    const other = await addNode(pupil, graphId, enumValue);
    if (other) twins.push([ports.map(({ record }) => record), other.ports.map(({ record }) => record)]);
  }
  const path = twins.length > 0 ? namePath(twins, await textsOfTypes(pupil.http)) : undefined;
  if (path !== undefined) pupil.source.learn('port.name', [path]);
};

const learnDirection = async (pupil: Pupil, graphId: Id, nodes: readonly SampleNode[]): Promise<void> => {
  if (nodes.every(({ ports }) => ports.every(({ direction }) => direction !== undefined))) return;
  const types = await nodeTypesOf(pupil);
  pupil.source.learnTypes(types);
  const samples = nodes.flatMap(({ record, enumValue, ports }) =>
    ports.map((port) => ({
      record: port.record,
      around: { node: record, list: port.list, nodeType: types.get(enumValue.toLowerCase()) },
    })),
  );
  const nameField = pupil.source.whereFound('port.name') ?? 'name';
  const plain = agreed(directionPlaces(samples, nameField));
  const place = plain ?? agreed(directionPlaces(samples, nameField, await wire(pupil, graphId, samples)));
  if (place) pupil.source.learn('port.direction', [place.expression]);
};

/** The records of node types that tell of ports, by enum value in lower case. */
const nodeTypesOf = async ({ http, fields }: Pupil): Promise<ReadonlyMap<string, JsonRecord>> => {
  const { json } = await http.get('/api/node-types');
  const listed = typeRecordsIn(json);
  if (listed.some(tellsPorts)) return byEnumValue(listed);
  const found: JsonRecord[] = [];
  for (const { name } of fields.categories(json).slice(0, widest.categories)) {
    found.push(...typeRecordsIn((await http.get(pathTo`/api/node-types/${name}`)).json));
  }
  return byEnumValue(found);
};

const typeRecordsIn = (body: unknown): readonly JsonRecord[] =>
  [...walk(body)].filter(isRecord).filter(({ enumValue }) => typeof enumValue === 'string');

const tellsPorts = (nodeType: JsonRecord): boolean =>
  Object.values(nodeType).some((value) => typeof value === 'object' && value !== null);

const byEnumValue = (records: readonly JsonRecord[]): ReadonlyMap<string, JsonRecord> =>
  new Map(records.map((record) => [String(record.enumValue).toLowerCase(), record]));

/** Wires ports of one type, each way round, until it is known of some which is which. */
const wire = async (
  { http }: Pupil,
  graphId: Id,
  samples: readonly PortSample[],
): Promise<ReadonlyMap<PortSample, Direction>> => {
  const known = new Map<PortSample, Direction>();
  const pairs = samples.flatMap((from) =>
    samples
      .filter((to) => to.record.type === from.record.type && to.around.node?.id !== from.around.node?.id)
      .map((to) => ({ from, to })),
  );
  let left = widest.wires;
  for (const { from, to } of pairs) {
    if (known.has(from) || known.has(to)) continue;
    left -= 1;
    if (left < 0) break;
    const ends = { outputPortId: from.record.id, inputPortId: to.record.id };
    const { ok } = await http.post(pathTo`/api/graphs/${graphId}/connections`, ends);
    if (ok) known.set(from, 'output').set(to, 'input');
  }
  return known;
};

/** Two values for a port of each of these types. */
const values: Readonly<Record<string, readonly [unknown, unknown]>> = {
  Float: [3.25, 7.5],
  Integer: [3, 7],
  String: ['first of two', 'second of two'],
};

const learnValue = async ({ http, source }: Pupil, nodes: readonly SampleNode[]): Promise<void> => {
  if (source.saidOf('port.value') !== undefined) return;
  const ports = nodes.flatMap((node) => node.ports).filter(isWritable);
  const paths = new Set<string>();
  for (const [type, written] of Object.entries(values)) {
    for (const { record } of ports.filter(isOfType(type)).slice(0, widest.ports)) {
      const trials = await writeAndRead(http, record.id as Id, written);
      const path = trials.length === written.length ? valuePath(trials) : undefined;
      if (path === undefined) continue;
      // '$' is the whole body in an expression, also where it is a record.
      paths.add(path === '' ? '$' : path);
      break;
    }
  }
  if (paths.size > 0) source.learn('port.value', [...paths]);
};

const isWritable = ({ record, direction }: ReadPort): boolean =>
  direction !== 'output' && record.isSensitive !== true && record.isEnabled !== false;

const writeAndRead = async (
  http: HttpClient,
  portId: Id,
  written: readonly unknown[],
): Promise<readonly WrittenAndRead[]> => {
  const trials: WrittenAndRead[] = [];
  for (const value of written) {
    const write = await http.put(pathTo`/api/ports/${portId}/value`, { value });
    const read = await http.get(pathTo`/api/ports/${portId}/value`);
    if (write.ok && read.ok) trials.push({ written: value, body: read.json });
  }
  return trials;
};
