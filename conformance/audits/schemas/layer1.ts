import { describeReply } from '../../target/http/describe-reply.ts';
import { isRecord, walkKeys, filterRecords, filterStrings, walkJson } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';

const schemas = defineAuditArea('schemas');

interface EditingArea {
  readonly name: string;
  /** Matches the end of a documented route that belongs to the area. */
  readonly route: RegExp;
}

const editingAreas: readonly EditingArea[] = [
  { name: 'graph', route: /\/graphs$/ },
  { name: 'node', route: /\/nodes$/ },
  { name: 'connection', route: /\/connections$/ },
  { name: 'port', route: /\/ports\/[^/]+\/value$/ },
  { name: 'variable', route: /\/variables\/[^/]+\/value$/ },
  { name: 'batch', route: /\/batch$/ },
  { name: 'discovery', route: /\/discovery(\/|$)/ },
];

const layoutArea: EditingArea = { name: 'layout', route: /\/layout(\/|$)/ };

const httpVerbs =
  '(create|add|post|make|get|read|list|set|put|write|update|delete|remove|run|execute|validate)';

/**
 * Returns possible group names: the keys of the document, the keys one level below, and the strings in a list of
 * groups.
 */
const listOperationGroups = (document: unknown): readonly string[] =>
  [document, ...Object.values(Object(document))].flatMap((container) =>
    isRecord(container)
      ? Object.keys(container)
      : filterRecords(container).flatMap((group) => filterStrings(Object.values(group))),
  );

/**
 * Returns possible routes and names of operations. Prose is ignored, because text that mentions an area doesn't
 * describe the area's operations.
 */
const listOperationNames = (document: unknown): readonly string[] =>
  [...walkKeys(document), ...walkJson(document)]
    .filter((value) => typeof value === 'string')
    .filter((text) => /^([A-Z]+ )?\S+$/.test(text));

/**
 * Whether the document covers an area: with a group of that name, or with an operation whose route or name belongs to
 * the area.
 */
const isAreaCovered = (document: unknown, { name, route }: EditingArea): boolean => {
  const group = new RegExp(`^${name}(e?s)?$`, 'i');
  const operation = new RegExp(`^${httpVerbs}${name}(value|e?s)?$`, 'i');
  return (
    listOperationGroups(document).some((key) => group.test(key)) ||
    listOperationNames(document).some((text) => route.test(text) || operation.test(text))
  );
};

export const layer1SchemaAudits = [
  schemas.audit('layer1', ['SCHEMA-001', 'AUTH-FREE-003'], async (t) => {
    const reply = await t.http.get('/api/schemas/layer1', { token: null });
    t.for('AUTH-FREE-003').must(reply.ok, 'layer-1 schemas are served without a token', describeReply(reply));
    const document = reply.ok ? reply.json : (await t.http.get('/api/schemas/layer1')).json;
    const coveredAreas = editingAreas.filter((area) => isAreaCovered(document, area));
    t.given(coveredAreas.length > 0, 'layer-1 schemas grouped or named by areas or routes', {
      actual: listOperationGroups(document),
    });
    const missing = editingAreas.filter((area) => !coveredAreas.includes(area)).map(({ name }) => name);
    t.for('SCHEMA-001').mustEqual(missing, [], 'the layer-1 schemas cover every area');
  }),
  schemas.audit('layout', ['SCHEMA-003'], async (t) => {
    const reply = await t.http.get('/api/schemas/layer1', { token: null });
    t.given(reply.ok, 'layer-1 schemas', describeReply(reply));
    t.given(
      editingAreas.some((area) => isAreaCovered(reply.json, area)),
      'layer-1 schemas grouped or named by areas or routes',
      { actual: listOperationGroups(reply.json) },
    );
    t.must(isAreaCovered(reply.json, layoutArea), 'the layer-1 schemas cover layout');
  }),
];
