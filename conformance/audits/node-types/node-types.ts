import { type AuditContext, type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterRecords, filterStrings, includesDeep, isRecord, type JsonRecord } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';
import {
  listCategories,
  type NodeType,
  parseCategories,
  readAllNodeTypes,
  readPortNames,
  swapLetterCase,
  toNodeTypePath,
} from './read-node-types.ts';

const nodeTypes = defineAuditArea('node-types', 'token');

/** Returns the field names of a record, or of all records in a list. */
const readFieldNames = async (t: AuditTools, path: string): Promise<readonly string[]> => {
  const { json } = await t.http.get(path);
  const records = (t.fields.items(json) ?? [json]).filter(isRecord);
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
};

interface TrimAssertions {
  readonly include: AuditContext;
  readonly exclude: AuditContext;
}

/**
 * Asserts that the named fields are kept and the others dropped, or the opposite. Ignores fields that are always kept,
 * such as an id, and fields that differ from read to read.
 */
const mustSelectFields = async (
  t: AuditTools,
  path: string,
  { include, exclude }: TrimAssertions,
): Promise<void> => {
  const first = await readFieldNames(t, path);
  const second = await readFieldNames(t, path);
  const all = first.filter((field) => second.includes(field));
  t.given(all.length > 1, 'records with more than one field');
  const selectFields = async (verb: string, fields: readonly string[]): Promise<readonly string[]> => {
    const remaining = await readFieldNames(t, `${path}?${verb}=${fields.map(encodeURIComponent).join(',')}`);
    return all.filter((field) => remaining.includes(field));
  };
  const withoutField = new Map<string, readonly string[]>();
  for (const field of all) withoutField.set(field, await selectFields('include', [field]));
  const alwaysPresent = all.filter((field) =>
    [...withoutField.values()].every((names) => names.includes(field)),
  );
  const optional = all.filter((field) => !alwaysPresent.includes(field));
  if (
    !include.must(optional.length > 0, `include reduces the response of ${path}`, { actual: alwaysPresent })
  )
    return;
  const choices = [...optional.map((field) => [field]), optional.slice(0, 2)];
  for (const fields of choices) {
    const selected =
      fields.length === 1 ? withoutField.get(fields[0] ?? '') : await selectFields('include', fields);
    const expected = all.filter((field) => alwaysPresent.includes(field) || fields.includes(field));
    include.mustEqual(selected, expected, `include=${fields} keeps these fields of ${path}`);
    const notExcluded = all.filter((field) => !fields.includes(field));
    exclude.mustEqual(
      await selectFields('exclude', fields),
      notExcluded,
      `exclude=${fields} drops these fields of ${path}`,
    );
  }
};

/**
 * Returns the parts of a node type that its record lacks. The field names of the name, the description and the ports are
 * not documented, so a text in an unknown field can be the name or the description. A word that several node types
 * share there, such as the name of a category, can't.
 */
const listMissingFields = (
  record: JsonRecord,
  { sharedWords, hasPorts }: { readonly sharedWords: ReadonlySet<unknown>; readonly hasPorts: boolean },
): readonly string[] => {
  const texts = Object.entries(record).filter(
    ([key, value]) => typeof value === 'string' && key !== 'enumValue',
  );
  const isNamed = ([key]: readonly [string, unknown]): boolean => /name|title|label/i.test(key);
  const isDescribed = ([key]: readonly [string, unknown]): boolean =>
    /desc|summary|about|help|doc/i.test(key);
  const unknown = texts.filter(
    (entry) => !isNamed(entry) && !isDescribed(entry) && !sharedWords.has(entry[1]),
  ).length;
  const lacksName = !texts.some(isNamed);
  const lacksDescription = !texts.some(isDescribed);
  return [
    ...(typeof record.enumValue === 'string' ? [] : ['enumValue']),
    ...(lacksName && unknown === 0 ? ['a name'] : []),
    ...(lacksDescription && unknown <= (lacksName ? 1 : 0) ? ['a description'] : []),
    ...(hasPorts ? [] : ['its ports']),
  ];
};

const listSharedWords = (all: readonly NodeType[]): ReadonlySet<unknown> => {
  const words = all.flatMap(({ category, record }) => [
    ...new Set([category, ...filterStrings(Object.values(record)).filter((text) => !text.includes(' '))]),
  ]);
  return new Set(words.filter((word, index) => words.indexOf(word) !== index));
};

export const audits = [
  nodeTypes.audit('list', ['NTYPE-LIST-001', 'TYPE-001'], async (t) => {
    const reply = await t.http.get('/api/node-types');
    const array = t
      .for('NTYPE-LIST-001')
      .must(reply.ok && Array.isArray(reply.json), 'the categories are an array', describeReply(reply));
    if (array)
      t.for('NTYPE-LIST-001').must(filterRecords(reply.json).length > 0, 'there are category records');
    const categories = parseCategories(t, reply.json);
    t.given(
      categories.some(({ nodes }) => nodes.length > 0),
      'categories with lists of nodes (choices.paths "category.name", "category.nodes")',
    );
    for (const { name, record, nodes } of categories) {
      const isEmpty = t.fields.read(record, 'category.count') === 0;
      t.for('TYPE-001').must(nodes.length > 0 || isEmpty, `the category ${name} lists its nodes`, {
        actual: record,
      });
      const isCounted = Object.values(record).some((value) => typeof value === 'number');
      t.for('TYPE-001').must(isCounted, `the category ${name} has a count`, { actual: Object.keys(record) });
    }
  }),
  nodeTypes.audit('records', ['TYPE-003'], async (t) => {
    const all = await readAllNodeTypes(t);
    const sharedWords = listSharedWords(all);
    const portNames = await readPortNames(t);
    const mustBeComplete = (type: Pick<NodeType, 'enumValue' | 'record'>, source: string): boolean => {
      const names = portNames.get(type.enumValue.toLowerCase()) ?? [];
      // The ports of a node type may have other names than those of a node, so any list can be the list of ports.
      const hasPorts =
        names.length === 0 ||
        names.some((name) => includesDeep(type.record, name)) ||
        Object.values(type.record).some((value) => typeof value === 'object' && value !== null);
      return t.mustEqual(
        listMissingFields(type.record, { sharedWords, hasPorts }),
        [],
        `${type.enumValue} ${source} has all fields`,
      );
    };
    for (const type of all) mustBeComplete(type, 'in a lookup');
    const byCategory = new Map(all.map((type) => [type.category, type]));
    for (const {
      enumValue,
      record: { name },
    } of byCategory.values()) {
      const words = typeof name === 'string' ? name : enumValue;
      const reply = await t.http.get(`/api/node-types/search?q=${encodeURIComponent(words)}`);
      for (const record of filterRecords(t.fields.items(reply.json))) {
        const found = typeof record.enumValue === 'string' ? record.enumValue : 'a node type';
        mustBeComplete({ enumValue: found, record }, 'in a search');
      }
    }
  }),
  nodeTypes.audit('count', ['TYPE-008'], async (t) => {
    const categories = parseCategories(t, await t.fixtures.readAll('/api/node-types'));
    const counted = categories.map(({ name, record, nodes }) => ({
      name,
      nodes,
      count: t.fields.read(record, 'category.count'),
    }));
    t.given(
      counted.some(({ count }) => typeof count === 'number'),
      'a count in the category record (choices.paths "category.count")',
    );
    for (const { name, nodes, count } of counted)
      t.mustEqual(count, nodes.length, `the count of ${name} is the number of its listed nodes`);
  }),
  nodeTypes.audit('totals', ['TYPE-006'], async (t) => {
    const categories = await listCategories(t);
    t.observe('categories', categories.length);
    t.observe(
      'nodes',
      categories.reduce((sum, { nodes }) => sum + nodes.length, 0),
    );
  }),
  nodeTypes.audit('enum-values', ['NTYPE-ENUM-001', 'NTYPE-ENUM-002'], async (t) => {
    const reply = await t.http.get('/api/node-types/enum-values');
    const items = t.fields.items(reply.json) ?? [];
    const values = filterStrings(items);
    const list = t.for('NTYPE-ENUM-001');
    list.must(
      values.length > 0 && values.length === items.length,
      'the enum values are a flat list of strings',
      describeReply(reply),
    );
    t.for('NTYPE-ENUM-002').mustEqual(
      reply.headers['x-total-count'],
      String(items.length),
      'X-Total-Count equals the number of enum values',
    );
    t.observe('enum values that occur more than once', values.length - new Set(values).size);
    const all = await listCategories(t);
    const missing = all
      .flatMap(({ nodes }) => nodes.map(({ enumValue }) => enumValue))
      .filter((enumValue) => !values.includes(enumValue));
    list.mustEqual(missing, [], 'the list contains the enum values of all categories');
  }),
  nodeTypes.audit('category', ['NTYPE-CAT-001', 'NODE-004'], async (t) => {
    for (const { name, nodes } of await listCategories(t)) {
      const exact = await t.http.get(toNodeTypePath(name));
      const assertions = t.for('NTYPE-CAT-001');
      if (
        !assertions.must(
          exact.ok && isRecord(exact.json),
          `${name} is found by its name`,
          describeReply(exact),
        )
      )
        continue;
      const missing = nodes.filter(({ enumValue }) => !includesDeep(exact.json, enumValue));
      assertions.mustEqual(missing, [], `${name} contains its nodes`);
      const swapped = await t.http.get(toNodeTypePath(swapLetterCase(name)));
      const isSame = swapped.ok && nodes.every(({ enumValue }) => includesDeep(swapped.json, enumValue));
      t.for('NTYPE-CAT-001', 'NODE-004').must(
        isSame,
        `${name} is found in any letter case`,
        describeReply(swapped),
      );
    }
  }),
  nodeTypes.audit('unknown-category', ['NTYPE-CAT-002', 'ERR-019'], async (t) => {
    const [existing] = parseCategories(t, await t.fixtures.readAll('/api/node-types'));
    const proven = await t.http.get(existing ? toNodeTypePath(existing.name) : '/api/node-types');
    t.given(proven.ok, 'an existing category is found');
    const unknown = await t.http.get(toNodeTypePath('no-such-category'));
    t.for('NTYPE-CAT-002', 'ERR-019').mustFail(unknown, 404);
  }),
  nodeTypes.audit('node', ['NTYPE-NODE-001'], async (t) => {
    for (const { name, nodes } of await listCategories(t)) {
      for (const { enumValue } of nodes) {
        for (const path of [
          toNodeTypePath(name, enumValue),
          toNodeTypePath(swapLetterCase(name), swapLetterCase(enumValue)),
        ]) {
          const reply = await t.http.get(path);
          t.mustEqual(reply.at('enumValue'), enumValue, `${path} finds ${enumValue}, in any letter case`);
        }
      }
    }
  }),
  nodeTypes.audit('unknown-node', ['NTYPE-NODE-002', 'ERR-019'], async (t) => {
    const unknown = t.for('NTYPE-NODE-002', 'ERR-019');
    for (const { name, nodes } of await listCategories(t)) {
      const enumValue = nodes[0]?.enumValue ?? '';
      t.given((await t.http.get(toNodeTypePath(name, enumValue))).ok, 'an existing node type is found');
      unknown.mustFail(await t.http.get(toNodeTypePath(name, 'no-such-node')), 404);
      unknown.mustFail(await t.http.get(toNodeTypePath('no-such-category', enumValue)), 404);
    }
  }),

  nodeTypes.audit('fields', ['NTYPE-LIST-003', 'HTTP-012', 'HTTP-013'], (t) =>
    mustSelectFields(t, '/api/node-types', {
      include: t.for('NTYPE-LIST-003', 'HTTP-012'),
      exclude: t.for('NTYPE-LIST-003', 'HTTP-013'),
    }),
  ),
  nodeTypes.audit('category-fields', ['NTYPE-CAT-003'], async (t) => {
    for (const { name } of (await listCategories(t)).slice(0, 3))
      await mustSelectFields(t, toNodeTypePath(name), { include: t, exclude: t });
  }),
];
