/** Learns by trials on a graph of its own where the target puts what neither it nor its author tells. */
import { isId, pathTo } from '../id.ts';
import { isRecord, recordsOf, stringsOf, walk } from '../../json.ts';
import { namePath } from './infer-name.ts';
import { learnDirection } from './learn-direction.ts';
import { learnLayout, learnLocation, learnVerdict } from './learn-facts.ts';
import { learnCategories } from './learn-lists.ts';
import { learnValue } from './learn-value.ts';
import { nodeTypesOf } from './node-types.ts';
import { isOfType, isWritable, location } from './pupil.ts';
import type { HttpClient } from '../http/exchange.ts';
import type { Id } from '../id.ts';
import type { Twins } from './infer-name.ts';
import type { Pupil, SampleNode } from './pupil.ts';

/** Node types that are tried. */
const mostTypes = 12;

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
  await learnDirection(pupil, graphId, readAgain(pupil, nodes));
  const known = readAgain(pupil, nodes);
  await learnValue(pupil, known);
  learnLocation(pupil, known);
  await learnVerdict(pupil, graphId, known);
  await learnLayout(pupil, graphId);
  await learnCategories(http, pupil.source, pupil.fields);
  return graphId;
};

/** The samples as they are read after something was learnt. */
const readAgain = ({ fields }: Pupil, nodes: readonly SampleNode[]): readonly SampleNode[] =>
  nodes.map((node) => ({ ...node, ports: fields.ports(node.record) ?? [] }));

const addNode = async (pupil: Pupil, graphId: Id, enumValue: string): Promise<SampleNode | undefined> => {
  const place = { category: enumValue, ...location };
  const { ok, json } = await pupil.http.post(pathTo`/api/graphs/${graphId}/nodes`, place);
  return ok ? sampleOf(pupil, json, { enumValue, isPlaced: true }) : undefined;
};

const sampleOf = (
  { fields }: Pupil,
  record: unknown,
  about: Pick<SampleNode, 'enumValue' | 'isPlaced'>,
): SampleNode | undefined => {
  const ports = isRecord(record) ? fields.ports(record) : undefined;
  return isRecord(record) && ports ? { record, ports, ...about } : undefined;
};

/** Nodes of different types, until they have ports for numbers, texts and execution. */
const sampleNodes = async (pupil: Pupil, graphId: Id): Promise<readonly SampleNode[]> => {
  const { http, fields } = pupil;
  const listed = await http.get(pathTo`/api/graphs/${graphId}/nodes`);
  const nodes = recordsOf(fields.items(listed.json)).flatMap(
    (record) => sampleOf(pupil, record, { enumValue: String(record.category), isPlaced: false }) ?? [],
  );
  const offered = stringsOf(fields.items((await http.get('/api/node-types/enum-values')).json));
  const has = (...types: readonly string[]): boolean =>
    nodes.some(({ ports }) => ports.filter(isOfType(...types)).some(isWritable));
  const stride = Math.max(1, Math.floor(offered.length / mostTypes));
  for (let index = 0; index < offered.length && index / stride < mostTypes; index += stride) {
    const isEnough = index / stride >= fewest && has('Float', 'Integer') && has('String');
    if (isEnough) break;
    // biome-ignore lint/style/noNonNullAssertion: the index is below the length
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
