import { listNames } from '../audit-helpers/read-list.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import {
  filterRecords,
  filterStrings,
  getByPath,
  includesDeep,
  isRecord,
  walkJson,
  walkKeys,
} from '../json.ts';
import { findAction } from '../target/action-schema.ts';
import type { Reply } from '../target/http/exchange.ts';

const meta = defineAuditArea('meta', 'token');
const schemas = defineAuditArea('schemas');
const schemasWithToken = defineAuditArea('schemas', 'token');

/**
 * Returns the record of an action if the record contains the action's parameters. Otherwise returns the whole schema.
 */
const findActionSchema = (schema: unknown, action: string): unknown => {
  const record = findAction(schema, action);
  const keys = new Set(walkKeys(record));
  return keys.has('ease') || keys.has('time') ? (keys.has('$ref') ? schema : record) : schema;
};

/** Returns the JSON without examples, which may show parameters that the schema does not list. */
const omitExamples = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json ?? null, (key, value) => (/^examples?$/.test(key) ? undefined : value)),
  ) as unknown;

/** The port types that the description names. */
const documentedPortTypes = [
  'Trigger',
  'Button',
  'Float',
  'Integer',
  'String',
  'Vector3',
  'Color',
  'Dropdown',
  'Generic',
  'ObjectSelector',
];

/** Types that represent execution order or the press of a button, so that they need no value format. */
const typesWithoutValue = ['Trigger', 'Button'];

const readTypeCatalog = async (t: AuditTools): Promise<Reply> => {
  const reply = await t.http.get('/api/types');
  t.givenSuccess(reply, 'GET /api/types succeeds');
  return reply;
};

const givenPortTypeNames = (t: AuditTools, reply: Reply): readonly string[] => {
  const names = listNames(reply.at('PortTypes'));
  t.given(names.length > 0, 'PortTypes with a list of names');
  return names;
};

const isNonBlankText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * Returns the part of a field that is about a port type: the value under the type's name, or the record that names the
 * type.
 */
const getFieldForType = (field: unknown, name: string): readonly unknown[] => {
  if (isRecord(field)) {
    const key = Object.keys(field).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
    return key === undefined ? [] : [...walkJson(field[key])];
  }
  const record = [...walkJson(field)].filter(isRecord).find((entry) => Object.values(entry).includes(name));
  return Object.values(record ?? {}).filter((value) => value !== name);
};

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

export const audits = [
  meta.audit('types', ['TYPES-001'], async (t) => {
    const reply = await t.http.get('/api/types');
    t.mustSucceed(reply, 'GET /api/types succeeds');
    const names = listNames(reply.at('PortTypes'));
    const missing = documentedPortTypes.filter((name) => !names.includes(name));
    t.mustEqual(missing, [], 'PortTypes contains every port type named in the description');
  }),
  meta.audit('types-variables', ['TYPES-002'], async (t) => {
    const types = (await readTypeCatalog(t)).at('VariableTypes');
    const names = listNames(types);
    const areUnique = names.length > 0 && (!Array.isArray(types) || names.length === types.length);
    t.must(areUnique, 'VariableTypes lists names', { actual: types });
  }),
  meta
    .with({ likelyCause: 'an enumeration that is serialized as numbers' })
    .audit('types-categories', ['TYPES-003'], async (t) => {
      const taxonomy = (await readTypeCatalog(t)).at('NodeCategories');
      const hasNames = isRecord(taxonomy)
        ? Object.keys(taxonomy).length > 0
        : Array.isArray(taxonomy) && [...walkJson(taxonomy)].some(isNonBlankText);
      t.must(hasNames, 'NodeCategories names the top-level categories', { actual: taxonomy });
    }),
  meta.audit('types-descriptions', ['TYPES-004'], async (t) => {
    const reply = await readTypeCatalog(t);
    const descriptions = reply.at('PortTypeDescriptions');
    const undescribed = givenPortTypeNames(t, reply).filter(
      (name) =>
        !getFieldForType(descriptions, name).some(
          (line) => isNonBlankText(line) && !line.trim().includes('\n'),
        ),
    );
    t.mustEqual(undescribed, [], 'PortTypeDescriptions has one line for every port type');
  }),
  meta.audit('types-formats', ['TYPES-005', 'VALUE-OTHER-001'], async (t) => {
    const reply = await readTypeCatalog(t);
    const formats = reply.at('PortValueFormats');
    const untyped = givenPortTypeNames(t, reply).filter(
      (name) => !typesWithoutValue.includes(name) && !includesDeep(formats, name),
    );
    // Two requirements cover a missing format: TYPES-005 is about the catalog, and VALUE-OTHER-001 about types that the
    // table of formats lacks.
    t.for('TYPES-005').mustEqual(untyped, [], 'PortValueFormats covers every port type that holds a value');
    const otherTypes = untyped.filter((name) => !['Vector3', 'Color', 'Dropdown'].includes(name));
    t.for('VALUE-OTHER-001').mustEqual(
      otherTypes,
      [],
      'PortValueFormats covers the types whose format is documented nowhere else',
    );
  }),
  meta.audit('types-compatibility', ['TYPES-006'], async (t) => {
    const pointer = JSON.stringify((await readTypeCatalog(t)).at('ConnectionCompatibility') ?? null);
    t.must(
      pointer.includes('connections/validate'),
      'ConnectionCompatibility refers to the validation endpoint',
      { actual: pointer },
    );
  }),

  schemas.audit('actions', ['SCHEMA-002', 'AUTH-FREE-004'], async (t) => {
    const reply = await t.http.get('/api/actions/schema', { token: null });
    t.for('AUTH-FREE-004').mustSucceed(reply, 'the action schema is served without a token');
    const schema = reply.ok ? reply.json : (await t.http.get('/api/actions/schema')).json;
    t.requireOffered('tween.position');
    const served = omitExamples(findActionSchema(schema, 'tween.position'));
    const keys = new Set([...walkKeys(served)].map((key) => key.toLowerCase()));
    const texts = new Set([...walkJson(served)].filter((value) => typeof value === 'string'));
    const missing = ['object', 'position', 'time', 'ease'].filter(
      (parameter) => !(keys.has(parameter) || texts.has(parameter)),
    );
    t.given(missing.length < 4, 'an action schema with the parameters of tween.position');
    t.for('SCHEMA-002').mustEqual(missing, [], 'the schema of tween.position lists its parameters');
  }),
  schemasWithToken.audit('asyncapi-version', ['VERSION-002'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.given(reply.ok, 'the event catalog succeeds', { actual: reply.status });
    t.mustEqual(reply.at('asyncapi'), '3.0.0', 'the event catalog is AsyncAPI 3.0.0');
  }),
  schemasWithToken.audit('asyncapi', ['ASYNC-001'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.must(reply.ok, 'the event catalog succeeds', { actual: reply.status });
    t.mustEqual(reply.at('asyncapi'), '3.0.0', 'the event catalog is AsyncAPI 3.0.0');
    t.must(isRecord(reply.at('info')), 'the event catalog has info');
  }),
  schemasWithToken.audit('event-count', ['EVENT-022'], async (t) => {
    const reply = await t.http.get('/api/events/types');
    t.given(reply.at('asyncapi') === '3.0.0', 'an AsyncAPI 3.0.0 document');
    t.observe('channels', Object.keys(Object(reply.at('channels'))).length);
    t.observe('messages', Object.keys(Object(getByPath(reply.json, 'components.messages'))).length);
  }),

  schemas.audit('layer1', ['SCHEMA-001', 'AUTH-FREE-003'], async (t) => {
    const reply = await t.http.get('/api/schemas/layer1', { token: null });
    t.for('AUTH-FREE-003').mustSucceed(reply, 'layer-1 schemas are served without a token');
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
    t.givenSuccess(reply, 'layer-1 schemas');
    t.given(
      editingAreas.some((area) => isAreaCovered(reply.json, area)),
      'layer-1 schemas grouped or named by areas or routes',
      { actual: listOperationGroups(reply.json) },
    );
    t.must(isAreaCovered(reply.json, layoutArea), 'the layer-1 schemas cover layout');
  }),
];
