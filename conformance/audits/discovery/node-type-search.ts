import { recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { someCategory, swapCase } from './node-types.ts';
import type { AuditContext } from '../../audit.ts';

const nodeTypes = area('node-types', 'token');

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

export const nodeTypeSearchAudits = [
  nodeTypes.audit('search-name', ['NTYPE-SEARCH-001'], async (t) => {
    const { category } = await searchable(t);
    for (const { name, enumValue } of category.nodes) {
      for (const spelling of [String(name), swapCase(String(name))]) {
        t.must((await search(t, spelling)).includes(enumValue), `searching "${spelling}" finds ${enumValue}`);
      }
    }
  }),
  nodeTypes.audit('search-description', ['NTYPE-SEARCH-002'], async (t) => {
    const { node } = await searchable(t);
    const words = String(node.description ?? '');
    t.given(words.length > 3, 'a node type with a description');
    t.must(
      (await search(t, words)).includes(node.enumValue),
      `searching its description finds ${node.enumValue}`,
    );
  }),
  nodeTypes.audit('search-category', ['NTYPE-SEARCH-003'], async (t) => {
    const { category } = await searchable(t);
    const found = await search(t, category.name);
    const missing = category.nodes.filter(({ enumValue }) => !found.includes(enumValue));
    t.must(missing.length === 0, `searching "${category.name}" finds all of its nodes`, {
      actual: missing[0],
    });
  }),
  nodeTypes.audit('search-port', ['NTYPE-SEARCH-004'], async (t) => {
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
  }),
  nodeTypes.audit('search-empty', ['NTYPE-SEARCH-005'], async (t) => {
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
  }),
];
