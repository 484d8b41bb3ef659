import { pathTo } from '../target/id.ts';
import { filterRecords } from '../json.ts';
import { parseTargetNode } from './node-type-survey.ts';
import type { AssertionDetail } from '../runner/audit-outcome.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { JsonRecord } from '../json.ts';
import type { Direction, Fields } from '../target/undocumented-fields.ts';
import type { Id } from '../target/id.ts';
import type { TargetNode, TargetPort, NodeTypeSurvey } from './node-type-survey.ts';

export interface TargetGraph {
  readonly id: string;
  readonly name: string;
  readonly record: JsonRecord;
}

export interface NodePort {
  readonly node: TargetNode;
  readonly port: TargetPort;
}

/** An id that no target has assigned. */
export const nonexistentId = '00000000-0000-4000-8000-00000c0f0a0b';

/** Reads responses, and ends the audit if a precondition fails. */
export interface Preconditions {
  /** Reads fields that the description does not show, at the paths in the manifest or at their usual locations. */
  readonly fields: Fields;
  /** Checks a precondition. The audit is NOT_VERIFIED if the condition is false. */
  given(condition: boolean, message: string, detail?: AssertionDetail): void;
  /** Ends the audit as NOT_VERIFIED. */
  unverified(reason: string): never;
}

interface FixturesOptions {
  readonly http: HttpClient;
  readonly preconditions: Preconditions;
  readonly namespace: string;
  readonly surveyNodeTypes: () => Promise<NodeTypeSurvey>;
  /** Registers a graph, which is deleted when the audit ends. */
  readonly trackGraph: (graphId: string) => void;
  /** Whether the target has a route that deletes graphs. */
  readonly canDeleteGraphs: boolean;
}

/**
 * Creates the objects that an audit works on. Every method ends the audit as NOT_VERIFIED if the target does not create
 * the object, because only the audits for that requirement check whether, for example, a graph can be created.
 */
export const createFixtures = ({
  http,
  preconditions,
  namespace,
  surveyNodeTypes,
  trackGraph,
  canDeleteGraphs,
}: FixturesOptions) => {
  let slot = 0;

  /** Creates a graph with the two default nodes. Its name is in the kit's namespace, and a few names are reused. */
  const graph = async (): Promise<TargetGraph> => {
    slot += 1;
    const name = `${namespace}-${slot}`;
    const reply = await http.post('/api/graphs?replace=true', { name });
    preconditions.given(
      reply.ok && typeof reply.at('id') === 'string',
      'a graph can be created',
      toReplyDetail(reply),
    );
    const id = reply.at('id') as string;
    trackGraph(id);
    return { id, name, record: reply.json as JsonRecord };
  };

  /**
   * Creates a node in a graph.
   * @param category the enum value of the node type
   */
  const node = async (on: TargetGraph, category: string): Promise<TargetNode> => {
    const reply = await http.post(pathTo`/api/graphs/${on.id}/nodes`, {
      category,
      locationX: 10,
      locationY: 20,
    });
    const created = reply.ok ? parseTargetNode(reply.json, preconditions.fields) : undefined;
    if (!created)
      return preconditions.unverified(`a ${category} node can be created (${toReplyDetail(reply).actual})`);
    return created;
  };

  /** Creates a node with a suitable port. Returns `undefined` if none of the target's node types has such a port. */
  const tryPort = async (
    on: TargetGraph,
    matches: (port: TargetPort) => boolean,
  ): Promise<NodePort | undefined> => {
    const candidate = (await surveyNodeTypes()).find(matches);
    if (!candidate) return undefined;
    const created = await node(on, candidate.category);
    const port = created.ports.find(matches);
    return port ? { node: created, port } : undefined;
  };

  /** Creates a node that has a port with this type and direction. */
  const port = async (on: TargetGraph, type: string, direction: Direction): Promise<NodePort> => {
    const found = await tryPort(
      on,
      (candidate) => candidate.type === type && candidate.direction === direction,
    );
    return (
      found ??
      preconditions.unverified(`a node type with a ${type} ${direction} port (ports show name and direction)`)
    );
  };

  /**
   * Creates an input port that accepts and stores any value of its type: it has no range, is not secret and does not
   * affect its node's ports. If there is no such input, creates the first input of this type.
   */
  const plainInput = async (on: TargetGraph, type: string): Promise<NodePort> => {
    const isUnconstrained = ({ direction, record, type: portType }: TargetPort): boolean =>
      portType === type &&
      direction === 'input' &&
      !specialPortFlags.some((flag) => record[flag] === true) &&
      record.minimum === undefined &&
      record.maximum === undefined;
    const candidates = (await surveyNodeTypes()).nodes
      .filter(({ ports }) => ports.some(isUnconstrained))
      .slice(0, maxTriedNodeTypes);
    for (const { category } of candidates) {
      const created = await node(on, category);
      const found = created.ports.find(isUnconstrained);
      if (found && (await storesAnyValue(found))) return { node: created, port: found };
    }
    return port(on, type, 'input');
  };

  const storesAnyValue = async ({ id, type }: TargetPort): Promise<boolean> => {
    for (const value of probeValues[type] ?? []) {
      const written = await http.put(pathTo`/api/ports/${id}/value`, { value });
      const readBack = written.ok ? await http.get(pathTo`/api/ports/${id}/value`) : undefined;
      if (!readBack?.ok || preconditions.fields.portValue(readBack.json) !== value) return false;
    }
    return true;
  };

  /**
   * Creates an output and an input of the same type on two new nodes, which is the simplest pair that can be connected.
   */
  const connectablePair = async (on: TargetGraph): Promise<{ output: NodePort; input: NodePort }> => {
    const types = (await surveyNodeTypes()).types();
    const type = preferredTypes.find((name) => types.output.has(name) && types.input.has(name));
    if (type === undefined)
      return preconditions.unverified('node types with an output and an input of the same type');
    return { output: await port(on, type, 'output'), input: await port(on, type, 'input') };
  };

  /** Connects two ports and returns the response. */
  const connect = (on: TargetGraph, outputPortId: Id, inputPortId: Id): Promise<Reply> =>
    http.post(pathTo`/api/graphs/${on.id}/connections`, { outputPortId, inputPortId });

  /** Reads all elements of a list, in pages of the default size. Returns `undefined` if the response is not a list. */
  const readAll = async (path: string): Promise<readonly unknown[] | undefined> => {
    const first = await http.get(path);
    const items = first.ok ? preconditions.fields.items(first.json) : undefined;
    const total = Number(first.headers['x-total-count'] ?? 0);
    const size = items?.length ?? 0;
    if (items === undefined || size === 0 || total <= size) return items;
    const all = [...items];
    while (all.length < total) {
      const query = `limit=${size}&offset=${all.length}`;
      const page = preconditions.fields.items(
        (await http.get(`${path}${path.includes('?') ? '&' : '?'}${query}`)).json,
      );
      if (!page?.length) break;
      all.push(...page);
    }
    return all;
  };

  const listNodes = async (on: TargetGraph): Promise<readonly TargetNode[]> => {
    const list = await readAll(pathTo`/api/graphs/${on.id}/nodes`);
    preconditions.given(list !== undefined, 'the nodes of a graph can be listed');
    return filterRecords(list).flatMap(
      (record) => parseTargetNode(record, preconditions.fields, { graph: on.record }) ?? [],
    );
  };

  const listConnections = async (on: TargetGraph): Promise<readonly JsonRecord[]> => {
    const list = await readAll(pathTo`/api/graphs/${on.id}/connections`);
    preconditions.given(list !== undefined, 'the connections of a graph can be listed');
    return filterRecords(list);
  };

  /** Reads the current value of a port. */
  const read = async (portId: Id): Promise<unknown> => {
    const reply = await http.get(pathTo`/api/ports/${portId}/value`);
    preconditions.given(reply.ok, 'the value of a port can be read', toReplyDetail(reply));
    return preconditions.fields.portValue(reply.json);
  };

  const write = (portId: Id, value: unknown): Promise<Reply> =>
    http.put(pathTo`/api/ports/${portId}/value`, { value });

  return {
    graph,
    node,
    tryPort,
    port,
    plainInput,
    connectablePair,
    connect,
    readAll,
    adopt: trackGraph,
    canDiscard: canDeleteGraphs,
    listNodes,
    listConnections,
    read,
    write,
    palette: surveyNodeTypes,
  };
};

export type Fixtures = ReturnType<typeof createFixtures>;

/** Flags that mark a port as untypical of its type. */
const specialPortFlags = ['isSensitive', 'isExpanded', 'isExpandedChild', 'affectsNodePorts', 'isDisabled'];

/**
 * Maximum number of node types to try for a plain input. The first third of them may have only inputs that clamp
 * values.
 */
const maxTriedNodeTypes = 100;

/** For each type, values that a plain input accepts and stores. */
const probeValues: Readonly<Record<string, readonly unknown[]>> = {
  Float: [-1000.125, 1000.125, 0],
  Integer: [-1000, 1000, 0],
  String: ['a text, and more', 'x'],
};

const preferredTypes = ['Float', 'Integer', 'Boolean', 'String', 'Vector3', 'Trigger'];

const toReplyDetail = (reply: Reply) => ({
  actual: `${reply.title} answered ${reply.status} ${reply.text.slice(0, 200)}`,
});
