/** Requests layouts with any body that the target accepts, and reads the positions of nodes. */
import { isRecord, type JsonRecord, walkJson } from '../../json.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { stripParameterNames } from '../../target/routes.ts';
import { givenRouteServed } from '../../audit-helpers/listed-routes.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { AuditTools } from '../../audit.ts';

export const layoutRoute = '/api/graphs/{id}/layout';

export const toLayoutPath = ({ id }: TargetGraph, suffix = ''): string =>
  `${pathTo`/api/graphs/${id}/layout`}${suffix}`;

/** Common names of layout modes. The description mentions that there are seven modes but names none. */
export const commonModeNames = [
  'layered-horizontal',
  'layered-vertical',
  'tree',
  'radial',
  'force',
  'stress',
  'compact',
  'layered',
  'hierarchical',
  'horizontal',
  'vertical',
  'grid',
  'circular',
];

type Position = readonly [x: number, y: number];

/** Node positions, keyed by node id. */
export type NodePositions = ReadonlyMap<string, Position>;

/** Reads the position of every node in a graph from the list of nodes. */
export const readNodePositions = async (t: AuditTools, graph: TargetGraph): Promise<NodePositions> => {
  const positions = new Map<string, Position>();
  for (const { id, record } of await t.fixtures.listNodes(graph)) {
    const [x, y] = [t.fields.read(record, 'node.locationX'), t.fields.read(record, 'node.locationY')];
    if (typeof x !== 'number' || typeof y !== 'number')
      return t.unverified(
        'the position of a listed node (choices.paths "node.locationX" and "node.locationY")',
      );
    positions.set(String(id), [x, y]);
  }
  return positions;
};

/** Whether two positions are equal in single precision, which is precise enough for a canvas. */
export const isSamePosition = ([x, y]: Position, other: Position | undefined): boolean =>
  other !== undefined && Math.abs(x - other[0]) < 0.01 && Math.abs(y - other[1]) < 0.01;

export const countMoved = (before: NodePositions, after: NodePositions): number =>
  [...before].filter(([id, position]) => !isSamePosition(position, after.get(id))).length;

/** Creates a graph with two connected nodes at the same position. */
export const createStackedNodes = async (t: AuditTools) => {
  const graph = await t.fixtures.graph();
  const { output, input } = await t.fixtures.connectablePair(graph);
  const wired = await t.fixtures.connect(graph, output.port.id, input.port.id);
  t.givenSuccess(wired, 'two ports that can be connected');
  return { graph, nodes: [output.node, input.node] as const };
};

interface SchemaText {
  readonly name: string;
  readonly text: string;
  /** The number of values that the property may have. */
  readonly of: number;
}

/**
 * Lists the properties, with their allowed strings, that the target's layer-1 schemas define for the layout operation.
 */
const listSchemaTexts = async (t: AuditTools): Promise<readonly SchemaText[]> => {
  const schemas = (await t.http.get('/api/schemas/layer1')).json;
  const isLayout = (value: unknown): boolean =>
    isRecord(value) &&
    Object.values(value).some(
      (text) => typeof text === 'string' && stripParameterNames(text).endsWith('/{}/layout'),
    );
  const operation = [...walkJson(schemas)].find(isLayout);
  return [...walkJson(operation)].filter(isRecord).flatMap((properties) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const values = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
      const texts = values.filter((value) => typeof value === 'string');
      return texts.map((text) => ({ name, text, of: texts.length }));
    }),
  );
};

/** The number of layout modes that the description mentions. */
const documentedModeCount = 7;

/** Returns request bodies for the layout modes that the target's schemas list. */
export const listModeBodies = async (t: AuditTools): Promise<readonly JsonRecord[]> =>
  (await listSchemaTexts(t))
    .filter(
      ({ name, of: count }) => count === documentedModeCount || /^(layout)?(mode|algorithm)$/i.test(name),
    )
    .map(({ name, text }) => ({ [name]: text }));

/** Finds the first call of a route that the target accepts, because the description does not show the body. */
export const findAcceptedCall = async (
  t: AuditTools,
  verb: string,
  path: string,
  [first, ...remaining]: readonly unknown[],
): Promise<Reply> => {
  const [method = '', template = ''] = verb.split(' ');
  const sendBody = (json: unknown): Promise<Reply> =>
    t.http.send(method, path, json === undefined ? {} : { json });
  let reply = await sendBody(first);
  for (const json of remaining) {
    if (reply.ok) break;
    reply = await sendBody(json);
  }
  if (reply.ok) return reply;
  await givenRouteServed(t, `${method} ${template}`, reply);
  return t.unverified(`a body that ${verb} accepts (${describeReply(reply).actual})`);
};

export const arrangeGraph = async (t: AuditTools, graph: TargetGraph): Promise<Reply> => {
  const documentedBodies = (await listSchemaTexts(t)).map(({ name, text }) => ({ [name]: text }));
  const commonBodies = commonModeNames.map((mode) => ({ mode }));
  return findAcceptedCall(t, `POST ${layoutRoute}`, toLayoutPath(graph), [
    undefined,
    {},
    ...documentedBodies,
    ...commonBodies,
  ]);
};
