import { isRecord, mentions, recordsOf, stringsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { inShort } from '../../target/http/in-short.ts';
import {
  allCategories,
  allNodeTypes,
  categoriesOf,
  nodeTypePath,
  portHolders,
  swapCase,
} from './catalogue.ts';
import type { AuditContext } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const nodeTypes = area('node-types', 'token');

/** Which parts of a node type a record lacks. How a name and a description are spelt is not shown. */
const lackingIn = (record: JsonRecord): readonly string[] => {
  const isText = (...names: readonly RegExp[]): boolean =>
    Object.entries(record).some(
      ([key, value]) => typeof value === 'string' && names.some((name) => name.test(key)),
    );
  return [
    ...(typeof record.enumValue === 'string' ? [] : ['enumValue']),
    ...(isText(/name|title|label/i) ? [] : ['a name']),
    ...(isText(/desc|summary|about|help|doc/i) ? [] : ['a description']),
    ...(portHolders(record).length > 0 ? [] : ['its ports']),
  ];
};

const mustBeNodeType = (t: AuditContext, record: JsonRecord, where: string): boolean =>
  t.mustEqual(lackingIn(record), [], `${String(record.enumValue ?? 'a node type')} ${where} lacks nothing`);

export const nodeTypeAudits = [
  nodeTypes.audit('list', ['NTYPE-LIST-001', 'TYPE-001'], async (t) => {
    const reply = await t.http.get('/api/node-types');
    const array = t
      .of('NTYPE-LIST-001')
      .must(reply.ok && Array.isArray(reply.json), 'the categories are an array', inShort(reply));
    if (array) t.of('NTYPE-LIST-001').must(recordsOf(reply.json).length > 0, 'there are category records');
    const named = categoriesOf(t, reply.json);
    t.given(
      named.some(({ nodes }) => nodes.length > 0),
      'categories that list their nodes (choices.paths "category.name", "category.nodes")',
    );
    for (const { name, record, nodes } of named) {
      const isEmpty = t.fields.read(record, 'category.count') === 0;
      t.of('TYPE-001').must(nodes.length > 0 || isEmpty, `the category ${name} lists its nodes`, {
        actual: record,
      });
      const isCounted = Object.values(record).some((value) => typeof value === 'number');
      t.of('TYPE-001').must(isCounted, `the category ${name} has a count`, { actual: Object.keys(record) });
    }
  }),
  nodeTypes.audit('records', ['TYPE-003'], async (t) => {
    const all = await allNodeTypes(t);
    for (const { record } of all) mustBeNodeType(t, record, 'as it is looked up');
    const byCategory = new Map(all.map((type) => [type.category, type.record]));
    for (const { name, enumValue } of byCategory.values()) {
      const words = typeof name === 'string' ? name : String(enumValue);
      const reply = await t.http.get(`/api/node-types/search?q=${encodeURIComponent(words)}`);
      for (const record of recordsOf(t.fields.items(reply.json)))
        mustBeNodeType(t, record, 'as a search finds it');
    }
  }),
  nodeTypes.audit('count', ['TYPE-008'], async (t) => {
    const listed = categoriesOf(t, await t.lab.readAll('/api/node-types'));
    const counted = listed.map(({ name, record, nodes }) => ({
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
    const categories = await allCategories(t);
    t.observe('categories', categories.length);
    t.observe(
      'nodes',
      categories.reduce((sum, { nodes }) => sum + nodes.length, 0),
    );
  }),
  nodeTypes.audit('enum-values', ['NTYPE-ENUM-001', 'NTYPE-ENUM-002'], async (t) => {
    const reply = await t.http.get('/api/node-types/enum-values');
    const items = t.fields.items(reply.json) ?? [];
    const values = stringsOf(items);
    const list = t.of('NTYPE-ENUM-001');
    list.must(
      values.length > 0 && values.length === items.length,
      'the enum values are a flat list of texts',
      inShort(reply),
    );
    t.of('NTYPE-ENUM-002').mustEqual(
      reply.headers['x-total-count'],
      String(items.length),
      'X-Total-Count equals their number',
    );
    t.observe('enum values that occur more than once', values.length - new Set(values).size);
    const all = await allCategories(t);
    const missing = all
      .flatMap(({ nodes }) => nodes.map(({ enumValue }) => enumValue))
      .filter((enumValue) => !values.includes(enumValue));
    list.mustEqual(missing, [], 'the enum values of all categories are among them');
  }),
  nodeTypes.audit('category', ['NTYPE-CAT-001', 'NODE-004'], async (t) => {
    for (const { name, nodes } of await allCategories(t)) {
      const exact = await t.http.get(nodeTypePath(name));
      const found = t.of('NTYPE-CAT-001');
      if (!found.must(exact.ok && isRecord(exact.json), `${name} is found by its name`, inShort(exact)))
        continue;
      const unshown = nodes.filter(({ enumValue }) => !mentions(exact.json, enumValue));
      found.mustEqual(unshown, [], `${name} shows its nodes`);
      const swapped = await t.http.get(nodeTypePath(swapCase(name)));
      const isSame = swapped.ok && nodes.every(({ enumValue }) => mentions(swapped.json, enumValue));
      t.of('NTYPE-CAT-001', 'NODE-004').must(isSame, `${name} is found in any letter case`, inShort(swapped));
    }
  }),
  nodeTypes.audit('unknown-category', ['NTYPE-CAT-002', 'ERR-019'], async (t) => {
    const [known] = categoriesOf(t, await t.lab.readAll('/api/node-types'));
    const proven = await t.http.get(known ? nodeTypePath(known.name) : '/api/node-types');
    t.given(proven.ok, 'a known category is found');
    const unknown = await t.http.get(nodeTypePath('no-such-category'));
    t.of('NTYPE-CAT-002', 'ERR-019').mustFail(unknown, 404);
  }),
  nodeTypes.audit('node', ['NTYPE-NODE-001'], async (t) => {
    for (const { name, nodes } of await allCategories(t)) {
      for (const { enumValue } of nodes) {
        for (const path of [
          nodeTypePath(name, enumValue),
          nodeTypePath(swapCase(name), swapCase(enumValue)),
        ]) {
          const reply = await t.http.get(path);
          t.mustEqual(reply.at('enumValue'), enumValue, `${path} finds ${enumValue}, in any letter case`);
        }
      }
    }
  }),
  nodeTypes.audit('unknown-node', ['NTYPE-NODE-002', 'ERR-019'], async (t) => {
    const unknown = t.of('NTYPE-NODE-002', 'ERR-019');
    for (const { name, nodes } of await allCategories(t)) {
      const enumValue = nodes[0]?.enumValue ?? '';
      t.given((await t.http.get(nodeTypePath(name, enumValue))).ok, 'a known node type is found');
      unknown.mustFail(await t.http.get(nodeTypePath(name, 'no-such-node')), 404);
      unknown.mustFail(await t.http.get(nodeTypePath('no-such-category', enumValue)), 404);
    }
  }),
];
