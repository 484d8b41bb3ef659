import { type AuditContext, type AuditTools, defineAuditArea } from '../../audit.ts';
import { filterRecords, includesDeep } from '../../json.ts';
import {
  listCategories,
  type NodeType,
  readAllNodeTypes,
  readPortNames,
  swapLetterCase,
} from './read-node-types.ts';

const nodeTypes = defineAuditArea('node-types', 'token');

const nonsenseText = 'zzqqxx-no-such-node';

const toSearchPath = (text: string): string => `/api/node-types/search?q=${encodeURIComponent(text)}`;

/** Returns the enum values that a search finds. An empty result need not be a list. */
const searchNodeTypes = async (t: AuditTools, text: string): Promise<readonly unknown[]> =>
  filterRecords(await t.fixtures.readAll(toSearchPath(text))).map(({ enumValue }) => enumValue);

/** Requires that a search for a nonexistent name finds nothing. A search that returns everything proves nothing. */
const givenWorkingSearch = async (t: AuditTools): Promise<void> =>
  t.given((await searchNodeTypes(t, nonsenseText)).length === 0, 'a text that matches nothing finds nothing');

/** Assertions for searches with a text in its original letter case and in another letter case. */
interface SearchAssertions {
  readonly exactCase: AuditContext;
  readonly swapped: AuditContext;
}

/** Asserts that a search for a text finds all of these node types. */
const mustFind = async (
  t: AuditTools,
  { exactCase, swapped }: SearchAssertions,
  text: string,
  expected: readonly string[],
): Promise<void> => {
  const mustFindText = async (assertions: AuditContext, searched: string): Promise<void> => {
    const found = await searchNodeTypes(t, searched);
    assertions.mustEqual(
      expected.filter((enumValue) => found.includes(enumValue)),
      expected,
      `searching "${searched}" finds its node types`,
    );
  };
  await mustFindText(exactCase, text);
  const swappedText = swapLetterCase(text);
  if (swappedText !== text) await mustFindText(swapped, swappedText);
};

/**
 * Finds, for each category, the node type with the longest text of a given kind, because a long text is least likely to
 * match by chance.
 */
const findLongestPerCategory = (
  all: readonly NodeType[],
  getText: (type: NodeType) => string,
): readonly { readonly enumValue: string; readonly text: string }[] => {
  const longestTexts = new Map<string, { enumValue: string; text: string }>();
  for (const type of all) {
    const text = getText(type).trim();
    if (text.length > (longestTexts.get(type.category)?.text.length ?? 0))
      longestTexts.set(type.category, { enumValue: type.enumValue, text });
  }
  return [...longestTexts.values()];
};

const findLongest = (texts: readonly string[]): string =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');

export const audits = [
  nodeTypes.audit('search-name', ['NTYPE-SEARCH-001'], async (t) => {
    await givenWorkingSearch(t);
    for (const { enumValue, record } of await readAllNodeTypes(t)) {
      if (typeof record.name === 'string')
        await mustFind(t, { exactCase: t, swapped: t }, record.name, [enumValue]);
    }
    t.must(true, 'every node type is found by its name');
  }),
  nodeTypes.audit('search-description', ['NTYPE-SEARCH-002', 'NTYPE-SEARCH-007'], async (t) => {
    await givenWorkingSearch(t);
    const described = findLongestPerCategory(await readAllNodeTypes(t), ({ record }) =>
      String(record.description ?? ''),
    );
    t.given(described.length > 0, 'a node type with a description');
    const assertions = { exactCase: t.for('NTYPE-SEARCH-002'), swapped: t.for('NTYPE-SEARCH-007') };
    for (const { enumValue, text } of described) await mustFind(t, assertions, text, [enumValue]);
  }),
  nodeTypes.audit('search-category', ['NTYPE-SEARCH-003', 'NTYPE-SEARCH-008'], async (t) => {
    await givenWorkingSearch(t);
    const assertions = { exactCase: t.for('NTYPE-SEARCH-003'), swapped: t.for('NTYPE-SEARCH-008') };
    for (const { name, nodes } of await listCategories(t)) {
      const enumValues = nodes.map(({ enumValue }) => enumValue);
      await mustFind(t, assertions, name, enumValues);
    }
  }),
  nodeTypes.audit('search-port', ['NTYPE-SEARCH-004', 'NTYPE-SEARCH-009'], async (t) => {
    await givenWorkingSearch(t);
    const portNames = await readPortNames(t);
    // The name of a port of a created node counts if the node type contains it as a text or a key.
    const withPortNames = findLongestPerCategory(await readAllNodeTypes(t), ({ enumValue, record }) => {
      const names = portNames.get(enumValue.toLowerCase()) ?? [];
      return findLongest(names.filter((name) => includesDeep(record, name)));
    });
    t.given(
      withPortNames.length > 0,
      'a node type that contains the names of its ports (choices.paths "port.name")',
    );
    const assertions = { exactCase: t.for('NTYPE-SEARCH-004'), swapped: t.for('NTYPE-SEARCH-009') };
    for (const { enumValue, text } of withPortNames) await mustFind(t, assertions, text, [enumValue]);
  }),
  nodeTypes.audit('search-empty', ['NTYPE-SEARCH-005'], async (t) => {
    await givenWorkingSearch(t);
    const reply = await t.http.get(toSearchPath(nonsenseText));
    const responseText = `${reply.text} ${JSON.stringify(reply.headers)}`;
    t.must(
      reply.ok && /\/api\/node-types(?!\/search)|categor/i.test(responseText),
      'an empty result refers to the category list',
      { actual: responseText.slice(0, 400) },
    );
  }),
];
