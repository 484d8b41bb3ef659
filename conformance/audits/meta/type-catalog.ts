import { isRecord, includesDeep, walkJson } from '../../json.ts';
import { listNames } from '../../audit-helpers/list-names.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const meta = defineAuditArea('meta', 'token');

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
  t.given(reply.ok, 'GET /api/types succeeds', describeReply(reply));
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

export const typeCatalogAudits = [
  meta.audit('types', ['TYPES-001'], async (t) => {
    const reply = await t.http.get('/api/types');
    t.must(reply.ok, 'GET /api/types succeeds', describeReply(reply));
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
  meta.audit(
    'types-categories',
    ['TYPES-003'],
    { likelyCause: 'an enumeration that is serialized as numbers' },
    async (t) => {
      const taxonomy = (await readTypeCatalog(t)).at('NodeCategories');
      const hasNames = isRecord(taxonomy)
        ? Object.keys(taxonomy).length > 0
        : Array.isArray(taxonomy) && [...walkJson(taxonomy)].some(isNonBlankText);
      t.must(hasNames, 'NodeCategories names the top-level categories', { actual: taxonomy });
    },
  ),
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
];
