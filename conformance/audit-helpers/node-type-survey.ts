import { filterStrings, isRecord, type JsonRecord } from '../json.ts';
import { type Id, isId, pathTo } from '../target/id.ts';
import type { HttpClient } from '../target/http/exchange.ts';
import type { Direction, Fields } from '../target/undocumented-fields.ts';

export interface TargetPort {
  readonly id: Id;
  readonly type: string;
  readonly name: string | undefined;
  readonly direction: Direction | undefined;
  readonly record: JsonRecord;
}

export interface TargetNode {
  readonly id: Id;
  readonly category: string;
  readonly ports: readonly TargetPort[];
  readonly record: JsonRecord;
}

/** Parses a node record with its ports. Returns `undefined` if the record has no id or no ports. */
export const parseTargetNode = (
  record: unknown,
  fields: Fields,
  context?: { readonly graph: JsonRecord },
): TargetNode | undefined => {
  if (!isRecord(record) || !isId(record.id)) return undefined;
  const ports = fields.ports(record, context);
  return (
    ports && {
      id: record.id,
      category: typeof record.category === 'string' ? record.category : '',
      record,
      ports: ports.map(({ record: port, name, direction }) => ({
        id: isId(port.id) ? port.id : '',
        type: String(port.type),
        name,
        direction,
        record: port,
      })),
    }
  );
};

/** Maximum number of node types to try. */
const maxNodeTypes = 400;

/**
 * Finds the ports of the target's node types by creating a node of each type. Records of node types need not show port
 * types, but created nodes must. `isComplete` is true if no node type was omitted and every port shows its direction.
 */
export const surveyNodeTypes = async (http: HttpClient, fields: Fields, graphName: string) => {
  const graph = await http.post('/api/graphs?replace=true', { name: graphName });
  const graphId = graph.at('id');
  const values = await http.get('/api/node-types/enum-values');
  const categories = filterStrings(fields.items(values.json)).slice(0, maxNodeTypes);
  const nodes: TargetNode[] = [];
  if (graph.ok && typeof graphId === 'string') {
    for (const category of categories) {
      const reply = await http.post(pathTo`/api/graphs/${graphId}/nodes`, {
        category,
        locationX: 0,
        locationY: 0,
      });
      const created = reply.ok ? parseTargetNode(reply.json, fields) : undefined;
      if (created) nodes.push({ ...created, category });
    }
  }
  const total = fields.items(values.json)?.length;
  const isComplete =
    nodes.length === total && nodes.every(({ ports }) => ports.every((port) => port.direction));
  return { graphId: typeof graphId === 'string' ? graphId : undefined, isComplete, ...indexNodeTypes(nodes) };
};

const indexNodeTypes = (nodes: readonly TargetNode[]) => {
  /** Returns a node of the first node type that has a suitable port. */
  const find = (matches: (port: TargetPort) => boolean): TargetNode | undefined =>
    nodes.find(({ ports }) => ports.some(matches));

  const listTypes = (direction: Direction): ReadonlySet<string> =>
    new Set(
      nodes.flatMap(({ ports }) =>
        ports.filter((port) => port.direction === direction).map((port) => port.type),
      ),
    );

  return {
    nodes,
    find,
    /** Returns the port types that occur, by direction. */
    types: () => ({ output: listTypes('output'), input: listTypes('input') }),
  };
};

/**
 * Whether the nodes of a survey still exist. The check reads the graph's connections, because the description does not
 * show the route of a graph.
 */
export const isSurveyAvailable = async ({ graphId }: NodeTypeSurvey, http: HttpClient): Promise<boolean> =>
  graphId !== undefined && (await http.get(pathTo`/api/graphs/${graphId}/connections`)).ok;

export type NodeTypeSurvey = Awaited<ReturnType<typeof surveyNodeTypes>>;

/**
 * Returns a temporary id for a build that cannot be the id of an existing node. Node ids may have any form, even n1.
 */
export const toTempId = (name: string | number): string => `conform-new-${name}`;

interface Unverifiable {
  unverified(reason: string): never;
}

/** Returns the name of a port. The audit is NOT_VERIFIED if ports have no names. */
export const requirePortName = (t: Unverifiable, { name }: TargetPort): string =>
  name ?? t.unverified('ports that show their names (choices.paths "port.name")');

/**
 * Returns the reference to one end of a connection, which consists of a node's real or temporary id and a port's name.
 */
export const toPortReference = (t: Unverifiable, node: Id, port: TargetPort): string =>
  `${node}/${requirePortName(t, port)}`;
