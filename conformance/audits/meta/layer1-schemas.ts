import { inShort } from '../../target/http/in-short.ts';
import { isRecord, keysWithin, recordsOf, stringsOf, walk } from '../../json.ts';
import { area } from '../../area.ts';

const schemas = area('schemas');

interface Area {
  readonly name: string;
  /** A route of the area that the description states, by its end. */
  readonly route: RegExp;
}

const areas: readonly Area[] = [
  { name: 'graph', route: /\/graphs$/ },
  { name: 'node', route: /\/nodes$/ },
  { name: 'connection', route: /\/connections$/ },
  { name: 'port', route: /\/ports\/[^/]+\/value$/ },
  { name: 'variable', route: /\/variables\/[^/]+\/value$/ },
  { name: 'batch', route: /\/batch$/ },
  { name: 'discovery', route: /\/discovery(\/|$)/ },
];

const verbs = '(create|add|post|make|get|read|list|set|put|write|update|delete|remove|run|execute|validate)';

/** What operations may be grouped by: a key of the document or one level further in, or a text of a listed group. */
const groupsOf = (document: unknown): readonly string[] =>
  [document, ...Object.values(Object(document))].flatMap((container) =>
    isRecord(container)
      ? Object.keys(container)
      : recordsOf(container).flatMap((group) => stringsOf(Object.values(group))),
  );

/** What may be the route or the name of an operation: prose that mentions an area describes none of its operations. */
const namesWithin = (document: unknown): readonly string[] =>
  [...keysWithin(document), ...walk(document)]
    .filter((value) => typeof value === 'string')
    .filter((text) => /^([A-Z]+ )?\S+$/.test(text));

/** A group of its name covers an area, and so does an operation by its route or its name. */
const isCovered = (document: unknown, { name, route }: Area): boolean => {
  const group = new RegExp(`^${name}(e?s)?$`, 'i');
  const operation = new RegExp(`^${verbs}${name}(value|e?s)?$`, 'i');
  return (
    groupsOf(document).some((key) => group.test(key)) ||
    namesWithin(document).some((text) => route.test(text) || operation.test(text))
  );
};

export const layer1SchemaAudits = [
  schemas.audit('layer1', ['SCHEMA-001', 'AUTH-FREE-003'], async (t) => {
    const reply = await t.http.get('/api/schemas/layer1', { token: null });
    t.of('AUTH-FREE-003').must(reply.ok, 'layer-1 schemas answer without a token', inShort(reply));
    const document = reply.ok ? reply.json : (await t.http.get('/api/schemas/layer1')).json;
    const covered = areas.filter((area) => isCovered(document, area));
    t.given(covered.length > 0, 'layer-1 schemas that are grouped or named by areas or routes', {
      actual: groupsOf(document),
    });
    const missing = areas.filter((area) => !covered.includes(area)).map(({ name }) => name);
    t.of('SCHEMA-001').mustEqual(missing, [], 'the layer-1 schemas cover every area');
  }),
];
