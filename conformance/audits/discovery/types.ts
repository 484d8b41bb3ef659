import { isRecord, mentions, walk } from '../../json.ts';
import { namesIn } from '../../lab/names.ts';
import { area } from '../../area.ts';
import { inShort } from '../../target/http/in-short.ts';
import type { AuditTools } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

const meta = area('meta', 'token');

/** The port types that the description names. */
const statedPortTypes = [
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

/** They carry execution order or a press, and so need no shape of a value. */
const valueless = ['Trigger', 'Button'];

const readTypes = async (t: AuditTools): Promise<Reply> => {
  const reply = await t.http.get('/api/types');
  t.given(reply.ok, 'GET /api/types answers a success', inShort(reply));
  return reply;
};

const givenPortTypes = (t: AuditTools, reply: Reply): readonly string[] => {
  const names = namesIn(reply.at('PortTypes'));
  t.given(names.length > 0, 'PortTypes that lists names');
  return names;
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** What a field tells of a port type: kept under its name, or in the record that names it. */
const toldOf = (field: unknown, name: string): readonly unknown[] => {
  if (isRecord(field)) {
    const key = Object.keys(field).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
    return key === undefined ? [] : [...walk(field[key])];
  }
  const record = [...walk(field)].filter(isRecord).find((entry) => Object.values(entry).includes(name));
  return Object.values(record ?? {}).filter((value) => value !== name);
};

export const typeCatalogAudits = [
  meta.audit('types', ['TYPES-001'], async (t) => {
    const reply = await t.http.get('/api/types');
    t.must(reply.ok, 'GET /api/types answers a success', inShort(reply));
    const names = namesIn(reply.at('PortTypes'));
    const missing = statedPortTypes.filter((name) => !names.includes(name));
    t.mustEqual(missing, [], 'PortTypes holds every port type that the description names');
  }),
  meta.audit('types-variables', ['TYPES-002'], async (t) => {
    const types = (await readTypes(t)).at('VariableTypes');
    const names = namesIn(types);
    const isWhole = names.length > 0 && (!Array.isArray(types) || names.length === types.length);
    t.must(isWhole, 'VariableTypes lists names', { actual: types });
  }),
  meta.audit(
    'types-categories',
    ['TYPES-003'],
    { likelyCause: 'an enumeration that is written as numbers' },
    async (t) => {
      const taxonomy = (await readTypes(t)).at('NodeCategories');
      const isNamed = isRecord(taxonomy)
        ? Object.keys(taxonomy).length > 0
        : Array.isArray(taxonomy) && [...walk(taxonomy)].some(isText);
      t.must(isNamed, 'NodeCategories names the top-level categories', { actual: taxonomy });
    },
  ),
  meta.audit('types-descriptions', ['TYPES-004'], async (t) => {
    const reply = await readTypes(t);
    const descriptions = reply.at('PortTypeDescriptions');
    const wordless = givenPortTypes(t, reply).filter(
      (name) => !toldOf(descriptions, name).some((line) => isText(line) && !line.trim().includes('\n')),
    );
    t.mustEqual(wordless, [], 'PortTypeDescriptions has one line for every port type');
  }),
  meta.audit('types-formats', ['TYPES-005', 'VALUE-OTHER-001'], async (t) => {
    const reply = await readTypes(t);
    const formats = reply.at('PortValueFormats');
    const lacking = givenPortTypes(t, reply).filter(
      (name) => !valueless.includes(name) && !mentions(formats, name),
    );
    // Both say so: the one of the catalog, the other of the types that the table of formats leaves out.
    t.of('TYPES-005').mustEqual(lacking, [], 'PortValueFormats covers every port type that holds a value');
    const others = lacking.filter((name) => !['Vector3', 'Color', 'Dropdown'].includes(name));
    t.of('VALUE-OTHER-001').mustEqual(others, [], 'it covers the types whose format is told nowhere else');
  }),
  meta.audit('types-compatibility', ['TYPES-006'], async (t) => {
    const pointer = JSON.stringify((await readTypes(t)).at('ConnectionCompatibility') ?? null);
    t.must(
      pointer.includes('connections/validate'),
      'ConnectionCompatibility points to the validation endpoint',
      { actual: pointer },
    );
  }),
];
