import { filterRecords } from '../../json.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { listCategories, readAllNodeTypes, listPortNames, swapLetterCase } from './node-type-catalog.ts';
import type { AuditContext, AuditTools } from '../../audit.ts';
import type { NodeType } from './node-type-catalog.ts';

const nodeTypes = defineAuditArea('node-types', 'token');

const nonsenseText = 'zzqqxx-no-such-node';

const toSearchPath = (text: string): string => `/api/node-types/search?q=${encodeURIComponent(text)}`;

/** Returns the enum values that a search finds. An empty result need not be a list. */
const searchNodeTypes = async (t: AuditTools, text: string): Promise<readonly unknown[]> =>
  filterRecords(await t.fixtures.readAll(toSearchPath(text))).map(({ enumValue }) => enumValue);

/** Requires that a search can find nothing. A search that returns everything proves nothing. */
const givenWorkingSearch = async (t: AuditTools): Promise<void> =>
  t.given((await searchNodeTypes(t, nonsenseText)).length === 0, 'a text that matches nothing finds nothing');

/** Assertions for a text in its original and in another letter case. */
interface SearchAssertions {
  readonly asItIs: AuditContext;
  readonly swapped: AuditContext;
}

/** Asserts that a search for a text finds all of these node types. */
const mustFind = async (
  t: AuditTools,
  { asItIs, swapped }: SearchAssertions,
  text: string,
  wanted: readonly string[],
): Promise<void> => {
  const missingFrom = (found: readonly unknown[]) => wanted.filter((enumValue) => !found.includes(enumValue));
  asItIs.mustEqual(missingFrom(await searchNodeTypes(t, text)), [], `searching "${text}" finds ${wanted}`);
  const other = swapLetterCase(text);
  if (other !== text)
    swapped.mustEqual(
      missingFrom(await searchNodeTypes(t, other)),
      [],
      `searching "${other}" finds ${wanted}`,
    );
};

/** Finds, per category, the node type with the longest text of a kind, which is least likely to match by chance. */
const findLongestPerCategory = async (
  t: AuditTools,
  textOf: (type: NodeType) => string,
): Promise<readonly { readonly enumValue: string; readonly text: string }[]> => {
  const found = new Map<string, { enumValue: string; text: string }>();
  for (const type of await readAllNodeTypes(t)) {
    const text = textOf(type).trim();
    if (text.length > (found.get(type.category)?.text.length ?? 0))
      found.set(type.category, { enumValue: type.enumValue, text });
  }
  return [...found.values()];
};

const findLongest = (texts: readonly string[]): string =>
  texts.reduce((known, text) => (text.length > known.length ? text : known), '');

export const nodeTypeSearchAudits = [
  nodeTypes.audit('search-name', ['NTYPE-SEARCH-001'], async (t) => {
    await givenWorkingSearch(t);
    for (const { enumValue, record } of await readAllNodeTypes(t)) {
      if (typeof record.name === 'string')
        await mustFind(t, { asItIs: t, swapped: t }, record.name, [enumValue]);
    }
    t.must(true, 'every node type is found by its name');
  }),
  nodeTypes.audit('search-description', ['NTYPE-SEARCH-002', 'NTYPE-SEARCH-007'], async (t) => {
    await givenWorkingSearch(t);
    const described = await findLongestPerCategory(t, ({ record }) => String(record.description ?? ''));
    t.given(described.length > 0, 'a node type with a description');
    const judges = { asItIs: t.for('NTYPE-SEARCH-002'), swapped: t.for('NTYPE-SEARCH-007') };
    for (const { enumValue, text } of described) await mustFind(t, judges, text, [enumValue]);
  }),
  nodeTypes.audit('search-category', ['NTYPE-SEARCH-003', 'NTYPE-SEARCH-008'], async (t) => {
    await givenWorkingSearch(t);
    const judges = { asItIs: t.for('NTYPE-SEARCH-003'), swapped: t.for('NTYPE-SEARCH-008') };
    for (const { name, nodes } of await listCategories(t)) {
      const enumValues = nodes.map(({ enumValue }) => enumValue);
      await mustFind(t, judges, name, enumValues);
    }
  }),
  nodeTypes.audit('search-port', ['NTYPE-SEARCH-004', 'NTYPE-SEARCH-009'], async (t) => {
    await givenWorkingSearch(t);
    const ported = await findLongestPerCategory(t, (type) => findLongest(listPortNames(t, type)));
    t.given(ported.length > 0, 'a node type with port names (choices.paths "port.name")');
    const judges = { asItIs: t.for('NTYPE-SEARCH-004'), swapped: t.for('NTYPE-SEARCH-009') };
    for (const { enumValue, text } of ported) await mustFind(t, judges, text, [enumValue]);
  }),
  nodeTypes.audit('search-empty', ['NTYPE-SEARCH-005'], async (t) => {
    await givenWorkingSearch(t);
    const reply = await t.http.get(toSearchPath(nonsenseText));
    const everything = `${reply.text} ${JSON.stringify(reply.headers)}`;
    t.must(
      reply.ok && /\/api\/node-types(?!\/search)|categor/i.test(everything),
      'an empty result refers to the category list',
      { actual: everything.slice(0, 400) },
    );
  }),
];
