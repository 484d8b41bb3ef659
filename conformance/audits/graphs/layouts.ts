/** How layouts are asked for, whatever they take, and where the nodes are. */
import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isRecord, walk } from '../../json.ts';
import { anonymous } from '../../target/toc.ts';
import { givenServed } from '../served.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { JsonRecord } from '../../json.ts';
import type { LabGraph } from '../../lab/lab.ts';

export const layoutRoute = '/api/graphs/{id}/layout';

export const layoutPath = ({ id }: LabGraph, rest = ''): string =>
  `${pathTo`/api/graphs/${id}/layout`}${rest}`;

/** Names under which layouts are commonly offered; the description counts seven and names none. */
export const usualModes = [
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

type Place = readonly [x: number, y: number];

/** Where nodes are, by their ids. */
export type Places = ReadonlyMap<string, Place>;

/** Where every node of a graph is, as listed. */
export const placesIn = async (t: AuditTools, graph: LabGraph): Promise<Places> => {
  const places = new Map<string, Place>();
  for (const { id, record } of await t.lab.nodesOf(graph)) {
    const [x, y] = [t.fields.read(record, 'node.locationX'), t.fields.read(record, 'node.locationY')];
    if (typeof x !== 'number' || typeof y !== 'number')
      return t.unverified('the place of a listed node (choices.paths "node.locationX" and "node.locationY")');
    places.set(String(id), [x, y]);
  }
  return places;
};

/** Single precision is precise enough for a canvas. */
export const isSamePlace = ([x, y]: Place, other: Place | undefined): boolean =>
  other !== undefined && Math.abs(x - other[0]) < 0.01 && Math.abs(y - other[1]) < 0.01;

export const countMoved = (before: Places, after: Places): number =>
  [...before].filter(([id, place]) => !isSamePlace(place, after.get(id))).length;

/** A graph with two wired nodes in one and the same place. */
export const stacked = async (t: AuditTools) => {
  const graph = await t.lab.graph();
  const { output, input } = await t.lab.wirablePair(graph);
  const wired = await t.lab.connect(graph, output.port.id, input.port.id);
  t.given(wired.ok, 'a pair of ports that connects', inShort(wired));
  return { graph, nodes: [output.node, input.node] as const };
};

interface ToldText {
  readonly name: string;
  readonly text: string;
  /** How many texts its property may have. */
  readonly of: number;
}

/** Properties with the texts that the layout operation of the target's own layer-1 schemas allows for them. */
const toldTexts = async (t: AuditTools): Promise<readonly ToldText[]> => {
  const schemas = (await t.http.get('/api/schemas/layer1')).json;
  const isLayout = (value: unknown): boolean =>
    isRecord(value) &&
    Object.values(value).some((text) => typeof text === 'string' && anonymous(text).endsWith('/{}/layout'));
  const operation = [...walk(schemas)].find(isLayout);
  return [...walk(operation)].filter(isRecord).flatMap((properties) =>
    Object.entries(properties).flatMap(([name, schema]) => {
      const values = isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : [];
      const texts = values.filter((value) => typeof value === 'string');
      return texts.map((text) => ({ name, text, of: texts.length }));
    }),
  );
};

/** The number of layout modes that the description counts. */
const modeCount = 7;

/** The modes that the target's own schemas tell, as bodies that ask for them. */
export const toldModes = async (t: AuditTools): Promise<readonly JsonRecord[]> =>
  (await toldTexts(t))
    .filter(({ name, of }) => of === modeCount || /^(layout)?(mode|algorithm)$/i.test(name))
    .map(({ name, text }) => ({ [name]: text }));

/** The first call of a route that the target accepts; the description shows no body. */
export const firstAccepted = async (
  t: AuditTools,
  verb: string,
  path: string,
  [first, ...others]: readonly unknown[],
): Promise<Reply> => {
  const [method, template] = verb.split(' ') as [string, string];
  const ask = (json: unknown): Promise<Reply> =>
    t.http.send(method, path, json === undefined ? {} : { json });
  let reply = await ask(first);
  for (const json of others) {
    if (reply.ok) break;
    reply = await ask(json);
  }
  if (reply.ok) return reply;
  await givenServed(t, `${method} ${template}`, reply);
  return t.unverified(`a body that ${verb} accepts (${inShort(reply).actual})`);
};

export const layOut = async (t: AuditTools, graph: LabGraph): Promise<Reply> => {
  const told = (await toldTexts(t)).map(({ name, text }) => ({ [name]: text }));
  const usual = usualModes.map((mode) => ({ mode }));
  return firstAccepted(t, `POST ${layoutRoute}`, layoutPath(graph), [undefined, {}, ...told, ...usual]);
};
