import { recordsOf } from '../../json.ts';
import { area } from '../../area.ts';
import { allCategories, allNodeTypes, portNamesOf, swapCase } from './catalogue.ts';
import type { AuditContext, AuditTools } from '../../audit.ts';
import type { NodeType } from './catalogue.ts';

const nodeTypes = area('node-types', 'token');

const nonsense = 'zzqqxx-no-such-node';

const searchPath = (text: string): string => `/api/node-types/search?q=${encodeURIComponent(text)}`;

/** The enum values that a search finds; an empty result may be none of a list. */
const search = async (t: AuditTools, text: string): Promise<readonly unknown[]> =>
  recordsOf(await t.lab.readAll(searchPath(text))).map(({ enumValue }) => enumValue);

/** What finds everything finds nothing in particular. */
const givenSearch = async (t: AuditTools): Promise<void> =>
  t.given((await search(t, nonsense)).length === 0, 'a text that matches nothing finds nothing');

/** How a text is sought: as it is, and in another letter case. */
interface Judges {
  readonly asItIs: AuditContext;
  readonly swapped: AuditContext;
}

/** A search for a text finds all of these node types. */
const mustFind = async (
  t: AuditTools,
  { asItIs, swapped }: Judges,
  text: string,
  wanted: readonly string[],
): Promise<void> => {
  const missingFrom = (found: readonly unknown[]) => wanted.filter((enumValue) => !found.includes(enumValue));
  asItIs.mustEqual(missingFrom(await search(t, text)), [], `searching "${text}" finds ${wanted}`);
  const other = swapCase(text);
  if (other !== text)
    swapped.mustEqual(missingFrom(await search(t, other)), [], `searching "${other}" finds ${wanted}`);
};

/** Of each category the node type with the longest of a text, which is the least likely to be found by chance. */
const longestOfEach = async (
  t: AuditTools,
  textOf: (type: NodeType) => string,
): Promise<readonly { readonly enumValue: string; readonly text: string }[]> => {
  const found = new Map<string, { enumValue: string; text: string }>();
  for (const type of await allNodeTypes(t)) {
    const text = textOf(type).trim();
    if (text.length > (found.get(type.category)?.text.length ?? 0))
      found.set(type.category, { enumValue: type.enumValue, text });
  }
  return [...found.values()];
};

const longest = (texts: readonly string[]): string =>
  texts.reduce((known, text) => (text.length > known.length ? text : known), '');

export const nodeTypeSearchAudits = [
  nodeTypes.audit('search-name', ['NTYPE-SEARCH-001'], async (t) => {
    await givenSearch(t);
    for (const { enumValue, record } of await allNodeTypes(t)) {
      if (typeof record.name === 'string')
        await mustFind(t, { asItIs: t, swapped: t }, record.name, [enumValue]);
    }
    t.must(true, 'every node type is found by its name');
  }),
  nodeTypes.audit('search-description', ['NTYPE-SEARCH-002', 'NTYPE-SEARCH-007'], async (t) => {
    await givenSearch(t);
    const described = await longestOfEach(t, ({ record }) => String(record.description ?? ''));
    t.given(described.length > 0, 'a node type with a description');
    const judges = { asItIs: t.of('NTYPE-SEARCH-002'), swapped: t.of('NTYPE-SEARCH-007') };
    for (const { enumValue, text } of described) await mustFind(t, judges, text, [enumValue]);
  }),
  nodeTypes.audit('search-category', ['NTYPE-SEARCH-003', 'NTYPE-SEARCH-008'], async (t) => {
    await givenSearch(t);
    const judges = { asItIs: t.of('NTYPE-SEARCH-003'), swapped: t.of('NTYPE-SEARCH-008') };
    for (const { name, nodes } of await allCategories(t)) {
      const enumValues = nodes.map(({ enumValue }) => enumValue);
      await mustFind(t, judges, name, enumValues);
    }
  }),
  nodeTypes.audit('search-port', ['NTYPE-SEARCH-004', 'NTYPE-SEARCH-009'], async (t) => {
    await givenSearch(t);
    const ported = await longestOfEach(t, (type) => longest(portNamesOf(t, type)));
    t.given(ported.length > 0, 'a node type that names its ports (choices.paths "port.name")');
    const judges = { asItIs: t.of('NTYPE-SEARCH-004'), swapped: t.of('NTYPE-SEARCH-009') };
    for (const { enumValue, text } of ported) await mustFind(t, judges, text, [enumValue]);
  }),
  nodeTypes.audit('search-empty', ['NTYPE-SEARCH-005'], async (t) => {
    await givenSearch(t);
    const reply = await t.http.get(searchPath(nonsense));
    const everything = `${reply.text} ${JSON.stringify(reply.headers)}`;
    t.must(
      reply.ok && /\/api\/node-types(?!\/search)|categor/i.test(everything),
      'an empty result points back to the category list',
      { actual: everything.slice(0, 400) },
    );
  }),
];
