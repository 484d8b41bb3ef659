import { isRecord, mentions, recordsOf, stringsOf } from '../../json.ts';
import { audit } from '../../audit.ts';
import type { AuditContext } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';

interface Category {
  readonly name: string;
  readonly nodes: readonly JsonRecord[];
  readonly record: JsonRecord;
}

/** Letters with their case turned round: a spelling that differs from any other. */
const swapCase = (text: string): string =>
  [...text]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('');

/** The listed categories that have a name; empty where the list is none. */
const categoriesOf = (t: AuditContext, body: unknown): readonly Category[] =>
  recordsOf(t.fields.items(body)).flatMap((record) => {
    const name = t.fields.read(record, 'category.name');
    return typeof name === 'string'
      ? [{ name, record, nodes: recordsOf(t.fields.read(record, 'category.nodes')) }]
      : [];
  });

const someCategory = async (t: AuditContext): Promise<Category> => {
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

const search = async (t: AuditContext, text: string): Promise<readonly unknown[]> => {
  const reply = await t.http.get(`/api/node-types/search?q=${encodeURIComponent(text)}&limit=1000`);
  t.must(reply.ok, `searching "${text}" answers`, { actual: reply.status });
  return recordsOf(t.fields.items(reply.json)).map(({ enumValue }) => enumValue);
};

/** A node type with the words that a search should find it by. */
const searchable = async (t: AuditContext) => {
  const category = await someCategory(t);
  const node = category.nodes.find(({ enumValue }) => typeof enumValue === 'string')!;
  const absent = await search(t, 'zzqqxx-no-such-node');
  t.given(absent.length === 0, 'a text that matches nothing finds nothing');
  return { category, node };
};

export const nodeTypes = [
  audit({
    id: 'node-types/list',
    requirements: ['NTYPE-LIST-001', 'TYPE-001', 'TYPE-003'],
    needs: ['token'],
    async run(t) {
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
      for (const { nodes } of named) {
        for (const node of nodes) {
          for (const field of ['enumValue', 'name', 'description']) {
            t.must(typeof node[field] === 'string', `a node type has ${field}`, { actual: node });
          }
          t.must(node.ports !== undefined, 'a node type has ports', { actual: node });
        }
      }
    },
  }),
  audit({
    id: 'node-types/count',
    requirements: ['TYPE-008'],
    needs: ['token'],
    async run(t) {
      const { record, nodes } = await someCategory(t);
      const count = t.fields.read(record, 'category.count');
      t.given(typeof count === 'number', 'a count in the category record (choices.paths "category.count")');
      t.mustEqual(count, nodes.length, 'the count is the number of listed nodes');
    },
  }),
  audit({
    id: 'node-types/totals',
    requirements: ['TYPE-006'],
    needs: ['token'],
    async run(t) {
      const categories = categoriesOf(t, (await t.http.get('/api/node-types')).json);
      t.given(categories.length > 0, 'listed categories');
      t.observe('categories', categories.length);
      t.observe(
        'nodes',
        categories.reduce((sum, { nodes }) => sum + nodes.length, 0),
      );
    },
  }),
  audit({
    id: 'node-types/fields',
    requirements: ['NTYPE-LIST-003', 'HTTP-012', 'HTTP-013'],
    needs: ['token'],
    async run(t) {
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
    },
  }),
  audit({
    id: 'node-types/enum-values',
    requirements: ['NTYPE-ENUM-001', 'NTYPE-ENUM-002'],
    needs: ['token'],
    async run(t) {
      const reply = await t.http.get('/api/node-types/enum-values');
      const values = stringsOf(t.fields.items(reply.json));
      t.must(values.length > 0, 'the enum values are a list of texts', { actual: reply.text.slice(0, 120) });
      t.mustEqual(values.length, t.fields.items(reply.json)?.length, 'every enum value is a text');
      t.mustEqual(reply.headers['x-total-count'], String(values.length), 'X-Total-Count equals their number');
      t.mustEqual(new Set(values).size, values.length, 'no enum value occurs twice');
    },
  }),
  audit({
    id: 'node-types/category',
    requirements: ['NTYPE-CAT-001', 'NODE-004'],
    needs: ['token'],
    async run(t) {
      const category = await someCategory(t);
      const exact = await t.http.get(path(category.name));
      t.must(exact.ok && isRecord(exact.json), 'a category is found by its name', { actual: exact.status });
      const first = String(category.nodes[0]!.enumValue);
      t.must(mentions(exact.json, first), `the category shows its node ${first}`);
      const swapped = await t.http.get(path(swapCase(category.name)));
      t.mustEqual(swapped.json, exact.json, 'the category is found in any letter case');
    },
  }),
  audit({
    id: 'node-types/category-fields',
    requirements: ['NTYPE-CAT-003'],
    needs: ['token'],
    async run(t) {
      const category = await someCategory(t);
      const names = Object.keys(Object((await t.http.get(path(category.name))).json));
      t.given(names.length > 1, 'a category record of more than one field');
      const [kept] = names as [string];
      const included = await t.http.get(`${path(category.name)}?include=${encodeURIComponent(kept)}`);
      t.mustEqual(Object.keys(Object(included.json)), [kept], `include=${kept} keeps that field only`);
      const excluded = await t.http.get(`${path(category.name)}?exclude=${encodeURIComponent(kept)}`);
      t.must(excluded.ok && !Object.hasOwn(Object(excluded.json), kept), `exclude=${kept} drops that field`);
    },
  }),
  audit({
    id: 'node-types/unknown-category',
    requirements: ['NTYPE-CAT-002'],
    needs: ['token'],
    async run(t) {
      const category = await someCategory(t);
      t.given((await t.http.get(path(category.name))).ok, 'a known category is found');
      t.mustFail(await t.http.get(path('no-such-category')), 404);
    },
  }),
  audit({
    id: 'node-types/node',
    requirements: ['NTYPE-NODE-001'],
    needs: ['token'],
    async run(t) {
      const { name, nodes } = await someCategory(t);
      const enumValue = String(nodes.find((node) => typeof node.enumValue === 'string')!.enumValue);
      const exact = await t.http.get(path(name, enumValue));
      t.must(exact.ok, 'a node type is found by category and enum value', { actual: exact.status });
      t.mustEqual(exact.at('enumValue'), enumValue, 'it is the node type that was asked for');
      const swapped = await t.http.get(path(swapCase(name), swapCase(enumValue)));
      t.mustEqual(swapped.json, exact.json, 'it is found in any letter case');
    },
  }),
  audit({
    id: 'node-types/unknown-node',
    requirements: ['NTYPE-NODE-002'],
    needs: ['token'],
    async run(t) {
      const { name, nodes } = await someCategory(t);
      const enumValue = String(nodes.find((node) => typeof node.enumValue === 'string')!.enumValue);
      t.given((await t.http.get(path(name, enumValue))).ok, 'a known node type is found');
      t.mustFail(await t.http.get(path(name, 'no-such-node')), 404);
      t.mustFail(await t.http.get(path('no-such-category', enumValue)), 404);
    },
  }),
  audit({
    id: 'node-types/search-name',
    requirements: ['NTYPE-SEARCH-001'],
    needs: ['token'],
    async run(t) {
      const { node } = await searchable(t);
      const name = String(node.name);
      t.must((await search(t, name)).includes(node.enumValue), `searching "${name}" finds ${node.enumValue}`);
      t.must((await search(t, swapCase(name))).includes(node.enumValue), 'in any letter case');
    },
  }),
  audit({
    id: 'node-types/search-description',
    requirements: ['NTYPE-SEARCH-002'],
    needs: ['token'],
    async run(t) {
      const { node } = await searchable(t);
      const words = String(node.description ?? '');
      t.given(words.length > 3, 'a node type with a description');
      t.must(
        (await search(t, words)).includes(node.enumValue),
        `searching its description finds ${node.enumValue}`,
      );
    },
  }),
  audit({
    id: 'node-types/search-category',
    requirements: ['NTYPE-SEARCH-003'],
    needs: ['token'],
    async run(t) {
      const { category } = await searchable(t);
      const found = await search(t, category.name);
      const missing = category.nodes.filter(({ enumValue }) => !found.includes(enumValue));
      t.must(missing.length === 0, `searching "${category.name}" finds all of its nodes`, {
        actual: missing[0],
      });
    },
  }),
  audit({
    id: 'node-types/search-port',
    requirements: ['NTYPE-SEARCH-004'],
    needs: ['token'],
    async run(t) {
      const { category } = await searchable(t);
      const withPort = category.nodes.flatMap((node) =>
        recordsOf(node.ports).flatMap((port) => {
          const name = t.fields.read(port, 'port.name');
          return typeof name === 'string' ? [{ node, name }] : [];
        }),
      )[0];
      if (!withPort) return t.unverified('a node type that names its ports (choices.paths "port.name")');
      const found = await search(t, withPort.name);
      t.must(found.includes(withPort.node.enumValue), `searching the port "${withPort.name}" finds its node`);
    },
  }),
  audit({
    id: 'node-types/search-empty',
    requirements: ['NTYPE-SEARCH-005'],
    needs: ['token'],
    async run(t) {
      await searchable(t);
      const reply = await t.http.get('/api/node-types/search?q=zzqqxx-no-such-node');
      const everything = `${reply.text} ${JSON.stringify(reply.headers)}`;
      t.must(
        reply.ok && everything.includes('/api/node-types'),
        'an empty result points back to the category list',
        {
          actual: reply.text,
        },
      );
    },
  }),
];
