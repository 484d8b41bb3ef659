import { at, isRecord, mentions, recordsOf, stringsOf } from '../../json.ts';
import { area } from '../../area.ts';
import type { AuditContext } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

const nodeTypes = area('node-types', 'token');

export interface Category {
  readonly name: string;
  readonly nodes: readonly JsonRecord[];
  readonly record: JsonRecord;
}

/** Letters with their case turned round: a spelling that differs from any other. */
export const swapCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

/** The listed categories that have a name; empty where the list is none. */
export const categoriesOf = (t: AuditContext, body: unknown): readonly Category[] =>
  recordsOf(t.fields.items(body)).flatMap((record) => {
    const name = t.fields.read(record, 'category.name');
    return typeof name === 'string'
      ? [{ name, record, nodes: recordsOf(t.fields.read(record, 'category.nodes')) }]
      : [];
  });

/** A listed category with a node type in it. */
export const someCategory = async (t: AuditContext): Promise<Category> => {
  const reply = await t.http.get('/api/node-types');
  const found = categoriesOf(t, reply.json).find(({ nodes }) =>
    nodes.some((node) => typeof node.enumValue === 'string'),
  );
  return (
    found ??
    t.unverified('a listed category with a name and nodes (choices.paths "category.name", "category.nodes")')
  );
};

const path = (...parts: readonly string[]): string =>
  ['/api/node-types', ...parts.map(encodeURIComponent)].join('/');

const mustBeNodeType = (t: AuditContext, node: unknown, where: string): void => {
  for (const field of ['enumValue', 'name', 'description']) {
    t.must(typeof at(node, field) === 'string', `a node type ${where} has ${field}`, { actual: node });
  }
  const ports = at(node, 'ports');
  t.must(typeof ports === 'object' && ports !== null, `a node type ${where} has its ports`, { actual: node });
};

export const nodeTypeAudits = [
  nodeTypes.audit('list', ['NTYPE-LIST-001', 'TYPE-001'], async (t) => {
    const reply = await t.http.get('/api/node-types');
    t.must(reply.ok && Array.isArray(reply.json), 'the categories are an array', {
      actual: reply.text.slice(0, 120),
    });
    const categories = recordsOf(reply.json);
    t.must(categories.length > 0, 'there are categories');
    const named = categoriesOf(t, reply.json);
    t.given(
      named.some(({ nodes }) => nodes.length > 0),
      'categories that show their nodes as records',
    );
    for (const { name, record, nodes } of named) {
      t.must(nodes.length > 0, `the category ${name} lists its nodes`, { actual: record });
      const isCounted = Object.values(record).some((value) => typeof value === 'number');
      t.must(isCounted, `the category ${name} has a count`, { actual: Object.keys(record) });
    }
  }),
  nodeTypes.audit('records', ['TYPE-003'], async (t) => {
    const list = categoriesOf(t, (await t.http.get('/api/node-types')).json);
    t.given(
      list.some(({ nodes }) => nodes.length > 0),
      'categories that show their nodes as records',
    );
    for (const node of list.flatMap(({ nodes }) => nodes)) mustBeNodeType(t, node, 'in the list');
    const { name, nodes } = await someCategory(t);
    const enumValue = String(nodes.find((node) => typeof node.enumValue === 'string')!.enumValue);
    const category = await t.http.get(path(name));
    for (const node of recordsOf(t.fields.read(category.json, 'category.nodes'))) {
      mustBeNodeType(t, node, 'in its category');
    }
    mustBeNodeType(t, (await t.http.get(path(name, enumValue))).json, 'looked up');
    const found = await t.http.get(`/api/node-types/search?q=${encodeURIComponent(enumValue)}`);
    for (const node of recordsOf(t.fields.items(found.json))) mustBeNodeType(t, node, 'searched for');
  }),
  nodeTypes.audit('count', ['TYPE-008'], async (t) => {
    const shown = await someCategory(t);
    t.given(
      typeof t.fields.read(shown.record, 'category.count') === 'number',
      'a count in the category record (choices.paths "category.count")',
    );
    for (const { name, record, nodes } of categoriesOf(t, (await t.http.get('/api/node-types')).json)) {
      const count = t.fields.read(record, 'category.count');
      t.mustEqual(count, nodes.length, `the count of ${name} is the number of its listed nodes`);
    }
  }),
  nodeTypes.audit('totals', ['TYPE-006'], async (t) => {
    const categories = categoriesOf(t, (await t.http.get('/api/node-types')).json);
    t.given(categories.length > 0, 'listed categories');
    t.observe('categories', categories.length);
    t.observe(
      'nodes',
      categories.reduce((sum, { nodes }) => sum + nodes.length, 0),
    );
  }),
  nodeTypes.audit('fields', ['NTYPE-LIST-003', 'HTTP-012', 'HTTP-013'], async (t) => {
    const [full] = recordsOf((await t.http.get('/api/node-types')).json);
    const names = Object.keys(full ?? {});
    t.given(names.length > 1, 'category records of more than one field');
    const [kept] = names as [string];
    const [included] = recordsOf(
      (await t.http.get(`/api/node-types?include=${encodeURIComponent(kept)}`)).json,
    );
    t.mustEqual(Object.keys(included ?? {}), [kept], `include=${kept} keeps that field only`);
    const [excluded] = recordsOf(
      (await t.http.get(`/api/node-types?exclude=${encodeURIComponent(kept)}`)).json,
    );
    t.mustEqual(
      Object.keys(excluded ?? {}).sort(),
      names.slice(1).sort(),
      `exclude=${kept} drops that field only`,
    );
  }),
  nodeTypes.audit('enum-values', ['NTYPE-ENUM-001', 'NTYPE-ENUM-002'], async (t) => {
    const reply = await t.http.get('/api/node-types/enum-values');
    const values = stringsOf(t.fields.items(reply.json));
    t.must(values.length > 0, 'the enum values are a list of texts', { actual: reply.text.slice(0, 120) });
    t.mustEqual(values.length, t.fields.items(reply.json)?.length, 'every enum value is a text');
    t.mustEqual(reply.headers['x-total-count'], String(values.length), 'X-Total-Count equals their number');
    t.mustEqual(new Set(values).size, values.length, 'no enum value occurs twice');
    const { name, nodes } = await someCategory(t);
    const missing = nodes
      .map(({ enumValue }) => enumValue)
      .filter((enumValue) => typeof enumValue === 'string' && !values.includes(enumValue));
    t.mustEqual(missing, [], `the enum values of the category ${name} are among them`);
  }),
  nodeTypes.audit('category', ['NTYPE-CAT-001', 'NODE-004'], async (t) => {
    const category = await someCategory(t);
    const exact = await t.http.get(path(category.name));
    t.must(exact.ok && isRecord(exact.json), 'a category is found by its name', { actual: exact.status });
    const first = String(category.nodes[0]!.enumValue);
    t.must(mentions(exact.json, first), `the category shows its node ${first}`);
    const swapped = await t.http.get(path(swapCase(category.name)));
    t.mustEqual(swapped.json, exact.json, 'the category is found in any letter case');
  }),
  nodeTypes.audit('category-fields', ['NTYPE-CAT-003'], async (t) => {
    const category = await someCategory(t);
    const names = Object.keys(Object((await t.http.get(path(category.name))).json));
    t.given(names.length > 1, 'a category record of more than one field');
    const [kept] = names as [string];
    const included = await t.http.get(`${path(category.name)}?include=${encodeURIComponent(kept)}`);
    t.mustEqual(Object.keys(Object(included.json)), [kept], `include=${kept} keeps that field only`);
    const excluded = await t.http.get(`${path(category.name)}?exclude=${encodeURIComponent(kept)}`);
    t.must(excluded.ok && !Object.hasOwn(Object(excluded.json), kept), `exclude=${kept} drops that field`);
  }),
  nodeTypes.audit('unknown-category', ['NTYPE-CAT-002', 'ERR-019'], async (t) => {
    const category = await someCategory(t);
    t.given((await t.http.get(path(category.name))).ok, 'a known category is found');
    t.mustFail(await t.http.get(path('no-such-category')), 404);
  }),
  nodeTypes.audit('node', ['NTYPE-NODE-001'], async (t) => {
    const { name, nodes } = await someCategory(t);
    const enumValue = String(nodes.find((node) => typeof node.enumValue === 'string')!.enumValue);
    const exact = await t.http.get(path(name, enumValue));
    t.must(exact.ok, 'a node type is found by category and enum value', { actual: exact.status });
    t.mustEqual(exact.at('enumValue'), enumValue, 'it is the node type that was asked for');
    const swapped = await t.http.get(path(swapCase(name), swapCase(enumValue)));
    t.mustEqual(swapped.json, exact.json, 'it is found in any letter case');
  }),
  nodeTypes.audit('unknown-node', ['NTYPE-NODE-002', 'ERR-019'], async (t) => {
    const { name, nodes } = await someCategory(t);
    const enumValue = String(nodes.find((node) => typeof node.enumValue === 'string')!.enumValue);
    t.given((await t.http.get(path(name, enumValue))).ok, 'a known node type is found');
    t.mustFail(await t.http.get(path(name, 'no-such-node')), 404);
    t.mustFail(await t.http.get(path('no-such-category', enumValue)), 404);
  }),
];
