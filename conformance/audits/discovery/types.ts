import { isRecord, mentions, stringsOf, walk } from '../../json.ts';
import { audit } from '../../audit.ts';
import type { AuditContext } from '../../audit.ts';
import type { Reply } from '../../target/http/exchange.ts';

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

const readTypes = async (t: AuditContext): Promise<Reply> => {
  const reply = await t.http.get('/api/types');
  t.must(reply.ok, 'GET /api/types answers a success', { actual: reply.status });
  return reply;
};

const givenPortTypes = (t: AuditContext, reply: Reply): readonly string[] => {
  const names = stringsOf(reply.at('PortTypes'));
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

export const typeCatalog = [
  audit({
    id: 'meta/types',
    requirements: ['TYPES-001'],
    needs: ['token'],
    async run(t) {
      const reply = await readTypes(t);
      const names = stringsOf(reply.at('PortTypes'));
      const missing = statedPortTypes.filter((name) => !names.includes(name));
      t.mustEqual(missing, [], 'PortTypes holds every port type that the description names');
    },
  }),
  audit({
    id: 'meta/types-variables',
    requirements: ['TYPES-002'],
    needs: ['token'],
    async run(t) {
      const names = (await readTypes(t)).at('VariableTypes');
      const isList = Array.isArray(names) && names.length > 0 && names.every(isText);
      t.must(isList, 'VariableTypes lists names', { actual: names });
    },
  }),
  audit({
    id: 'meta/types-categories',
    requirements: ['TYPES-003'],
    needs: ['token'],
    likelyCause: 'an enumeration that is written as numbers',
    async run(t) {
      const taxonomy = (await readTypes(t)).at('NodeCategories');
      const isNamed = isRecord(taxonomy)
        ? Object.keys(taxonomy).length > 0
        : Array.isArray(taxonomy) && [...walk(taxonomy)].some(isText);
      t.must(isNamed, 'NodeCategories names the top-level categories', { actual: taxonomy });
    },
  }),
  audit({
    id: 'meta/types-descriptions',
    requirements: ['TYPES-004'],
    needs: ['token'],
    async run(t) {
      const reply = await readTypes(t);
      const descriptions = reply.at('PortTypeDescriptions');
      const wordless = givenPortTypes(t, reply).filter(
        (name) => !toldOf(descriptions, name).some((line) => isText(line) && !line.trim().includes('\n')),
      );
      t.mustEqual(wordless, [], 'PortTypeDescriptions has one line for every port type');
    },
  }),
  audit({
    id: 'meta/types-formats',
    requirements: ['TYPES-005', 'VALUE-OTHER-001'],
    needs: ['token'],
    async run(t) {
      const reply = await readTypes(t);
      const formats = reply.at('PortValueFormats');
      const lacking = givenPortTypes(t, reply).filter(
        (name) => !valueless.includes(name) && !mentions(formats, name),
      );
      t.mustEqual(lacking, [], 'PortValueFormats covers every port type that holds a value');
    },
  }),
  audit({
    id: 'meta/types-compatibility',
    requirements: ['TYPES-006'],
    needs: ['token'],
    async run(t) {
      const pointer = JSON.stringify((await readTypes(t)).at('ConnectionCompatibility') ?? null);
      t.must(
        pointer.includes('connections/validate'),
        'ConnectionCompatibility points to the validation endpoint',
        { actual: pointer },
      );
    },
  }),
];
