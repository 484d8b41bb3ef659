import { pathTo } from '../../target/id.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { filterRecords, filterStrings } from '../../json.ts';
import { parseCategories } from '../node-types/read-node-types.ts';
import type { AuditContext, TargetInCondition } from '../../audit.ts';
import type { Fixtures } from '../../audit-helpers/fixtures.ts';
import type { Category } from '../node-types/read-node-types.ts';

const instances = defineAuditArea('instances', 'token', 'condition:blockedNodes');
const instancesWithProject = defineAuditArea('instances', 'token', 'project', 'condition:blockedNodes');

interface ListedNodeType {
  readonly category: string;
  readonly enumValue: string;
  readonly name: string;
}

interface BlockedComparison extends TargetInCondition {
  readonly hidden: readonly ListedNodeType[];
  /** Categories that no longer contain any node types. */
  readonly removed: readonly string[];
  /** Categories as currently listed, each with the node types that are hidden. */
  readonly thinned: readonly { readonly category: Category; readonly hidden: readonly ListedNodeType[] }[];
}

const listNodeTypes = async (t: AuditContext, fixtures: Fixtures): Promise<readonly Category[]> =>
  parseCategories(t, await fixtures.readAll('/api/node-types'));

const listEnumValues = async (fixtures: Fixtures): Promise<readonly string[]> =>
  filterStrings((await fixtures.readAll('/api/node-types/enum-values')) ?? []);

const listTypesInCategory = ({ name: category, nodes }: Category): readonly ListedNodeType[] =>
  nodes.flatMap(({ enumValue, name }) =>
    typeof enumValue === 'string' ? [{ category, enumValue, name: String(name ?? enumValue) }] : [],
  );

/** Compares the node types of two targets: a target that blocks some node types, and the unrestricted target. */
const compareBlockedTypes = async (t: AuditContext): Promise<BlockedComparison> => {
  const unblocked = await listNodeTypes(t, t.fixtures);
  t.given(
    unblocked.some((category) => listTypesInCategory(category).length > 0),
    'listed categories with a name and nodes (choices.paths "category.name", "category.nodes")',
  );
  const instance = await t.underCondition('blockedNodes');
  const now = await listNodeTypes(t, instance.fixtures);
  const listedTypes = new Set(now.flatMap(listTypesInCategory).map(({ enumValue }) => enumValue));
  const creatable = new Set(await listEnumValues(instance.fixtures));
  const isHidden = ({ enumValue }: ListedNodeType) =>
    !listedTypes.has(enumValue) || !creatable.has(enumValue);
  const listHiddenTypes = (category: Category) => listTypesInCategory(category).filter(isHidden);
  const isRemoved = (category: Category) => {
    const all = listTypesInCategory(category).length;
    return all > 0 && listHiddenTypes(category).length === all;
  };
  return {
    ...instance,
    hidden: unblocked.flatMap(listHiddenTypes),
    removed: unblocked.filter(isRemoved).map(({ name }) => name),
    thinned: unblocked
      .filter((category) => listHiddenTypes(category).length > 0 && !isRemoved(category))
      .flatMap((category) => {
        const remaining = now.find(({ name }) => name === category.name);
        return remaining ? [{ category: remaining, hidden: listHiddenTypes(category) }] : [];
      }),
  };
};

const toNodeTypePath = (...parts: readonly string[]): string =>
  ['/api/node-types', ...parts.map(encodeURIComponent)].join('/');

/**
 * Audits of a target that blocks node types. A comparison with the unrestricted target shows which types are blocked.
 */
export const blockedNodeTypeAudits = [
  instances.audit('blocked-hidden', ['TYPE-004'], async (t) => {
    const { http, fixtures, hidden, removed } = await compareBlockedTypes(t);
    const categories = await listNodeTypes(t, fixtures);
    const inCatalog = new Set(categories.flatMap(listTypesInCategory).map(({ enumValue }) => enumValue));
    const enumValues = new Set(await listEnumValues(fixtures));
    for (const { enumValue } of hidden) {
      t.must(!inCatalog.has(enumValue), `the list of categories hides ${enumValue}`);
      t.must(!enumValues.has(enumValue), `the enum values hide ${enumValue}`);
    }
    for (const name of removed) {
      t.must(!categories.some((category) => category.name === name), `the list hides the category ${name}`);
    }
    for (const { category, enumValue, name } of hidden) {
      const search = await fixtures.readAll(`/api/node-types/search?q=${encodeURIComponent(name)}`);
      t.given(search !== undefined, `searching "${name}" succeeds`);
      const foundValues = filterRecords(search).map((record) => record.enumValue);
      t.must(!foundValues.includes(enumValue), `searching "${name}" does not find ${enumValue}`);
      const fullCategory = await http.get(toNodeTypePath(category));
      const nodes = filterRecords(t.fields.read(fullCategory.json, 'category.nodes'));
      t.must(
        !fullCategory.ok || nodes.every((node) => node.enumValue !== enumValue),
        `the category ${category} hides ${enumValue}`,
      );
      t.mustFail(await http.get(toNodeTypePath(category, enumValue)), 404);
    }
  }),
  instancesWithProject.audit('blocked-unknown', ['ERR-020'], async (t) => {
    const { http, fixtures, hidden } = await compareBlockedTypes(t);
    const graph = await fixtures.graph();
    for (const { category, enumValue } of hidden) {
      t.mustFail(await http.get(toNodeTypePath(category, enumValue)), 404);
      const created = await http.post(pathTo`/api/graphs/${graph.id}/nodes`, {
        category: enumValue,
        locationX: 0,
        locationY: 0,
      });
      t.mustNotSucceed(created, `${enumValue} cannot be created`);
    }
  }),
  instances.audit('blocked-counts', ['TYPE-002'], async (t) => {
    const { http, thinned } = await compareBlockedTypes(t);
    t.given(thinned.length > 0, 'a partly blocked category');
    for (const { category, hidden } of thinned) {
      const visible = listTypesInCategory(category).filter(
        ({ enumValue }) => !hidden.some((node) => node.enumValue === enumValue),
      ).length;
      const count = t.fields.read(category.record, 'category.count');
      t.given(typeof count === 'number', 'a count in the category record (choices.paths "category.count")');
      t.mustEqual(count, visible, `the count of ${category.name} in the list is its number of visible nodes`);
      const single = await http.get(toNodeTypePath(category.name));
      t.mustEqual(
        t.fields.read(single.json, 'category.count'),
        visible,
        `the count of ${category.name} in its own record is its number of visible nodes`,
      );
    }
  }),
  instances.audit('blocked-category', ['TYPE-005'], async (t) => {
    const { http, removed, thinned } = await compareBlockedTypes(t);
    const [name] = removed;
    if (name === undefined) return t.unverified('a completely blocked category');
    const visibleCategory = thinned[0]?.category.name;
    if (visibleCategory !== undefined)
      t.given((await http.get(toNodeTypePath(visibleCategory))).ok, 'a category without blocked nodes');
    t.mustFail(await http.get(toNodeTypePath(name)), 404);
    t.mustFail(await http.get(toNodeTypePath('no-such-category')), 404);
  }),
];
