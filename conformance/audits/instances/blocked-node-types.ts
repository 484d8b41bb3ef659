import { pathTo } from '../../target/id.ts';
import { defineAuditArea } from '../../define-audit-area.ts';
import { filterRecords, filterStrings } from '../../json.ts';
import { parseCategories } from '../node-types/node-type-catalog.ts';
import type { AuditContext, TargetInCondition } from '../../audit.ts';
import type { Fixtures } from '../../audit-helpers/fixtures.ts';
import type { Category } from '../node-types/node-type-catalog.ts';

const instances = defineAuditArea('instances', 'token', 'condition:blockedNodes');
const instancesWithProject = defineAuditArea('instances', 'token', 'project', 'condition:blockedNodes');

interface ListedNodeType {
  readonly category: string;
  readonly enumValue: string;
  readonly name: string;
}

interface BlockedComparison extends TargetInCondition {
  readonly hidden: readonly ListedNodeType[];
  /** Categories without any remaining node. */
  readonly removed: readonly string[];
  /** Categories in their current listing, with some nodes hidden. */
  readonly thinned: readonly { readonly category: Category; readonly hidden: readonly ListedNodeType[] }[];
}

const listNodeTypes = async (t: AuditContext, lab: Fixtures): Promise<readonly Category[]> =>
  parseCategories(t, await lab.readAll('/api/node-types'));

const listEnumValues = async (lab: Fixtures): Promise<readonly string[]> =>
  filterStrings((await lab.readAll('/api/node-types/enum-values')) ?? []);

const listTypesInCategory = ({ name: category, nodes }: Category): readonly ListedNodeType[] =>
  nodes.flatMap(({ enumValue, name }) =>
    typeof enumValue === 'string' ? [{ category, enumValue, name: String(name ?? enumValue) }] : [],
  );

/** Compares the node types of a target that blocks some with those of the unrestricted target. */
const compareBlockedTypes = async (t: AuditContext): Promise<BlockedComparison> => {
  const usual = await listNodeTypes(t, t.fixtures);
  t.given(
    usual.some((category) => listTypesInCategory(category).length > 0),
    'listed categories with a name and nodes (choices.paths "category.name", "category.nodes")',
  );
  const found = await t.underCondition('blockedNodes');
  const now = await listNodeTypes(t, found.fixtures);
  const present = new Set(now.flatMap(listTypesInCategory).map(({ enumValue }) => enumValue));
  const creatable = new Set(await listEnumValues(found.fixtures));
  const isHidden = ({ enumValue }: ListedNodeType) => !present.has(enumValue) || !creatable.has(enumValue);
  const hiddenIn = (category: Category) => listTypesInCategory(category).filter(isHidden);
  const isGone = (category: Category) => {
    const all = listTypesInCategory(category).length;
    return all > 0 && hiddenIn(category).length === all;
  };
  return {
    ...found,
    hidden: usual.flatMap(hiddenIn),
    removed: usual.filter(isGone).map(({ name }) => name),
    thinned: usual
      .filter((category) => hiddenIn(category).length > 0 && !isGone(category))
      .flatMap((category) => {
        const left = now.find(({ name }) => name === category.name);
        return left ? [{ category: left, hidden: hiddenIn(category) }] : [];
      }),
  };
};

const toNodeTypePath = (...parts: readonly string[]): string =>
  ['/api/node-types', ...parts.map(encodeURIComponent)].join('/');

/** Audits of a target that blocks node types. A comparison with the unrestricted target shows which. */
export const blockedNodeTypeAudits = [
  instances.audit('blocked-hidden', ['TYPE-004'], async (t) => {
    const { http, fixtures, hidden, removed } = await compareBlockedTypes(t);
    const categories = await listNodeTypes(t, fixtures);
    const inList = new Set(categories.flatMap(listTypesInCategory).map(({ enumValue }) => enumValue));
    const flat = new Set(await listEnumValues(fixtures));
    for (const { enumValue } of hidden) {
      t.must(!inList.has(enumValue), `the list of categories hides ${enumValue}`);
      t.must(!flat.has(enumValue), `the enum values hide ${enumValue}`);
    }
    for (const name of removed) {
      t.must(!categories.some((category) => category.name === name), `the list hides the category ${name}`);
    }
    for (const { category, enumValue, name } of hidden) {
      const search = await fixtures.readAll(`/api/node-types/search?q=${encodeURIComponent(name)}`);
      t.given(search !== undefined, `searching "${name}" succeeds`);
      const found = filterRecords(search).map((record) => record.enumValue);
      t.must(!found.includes(enumValue), `searching "${name}" does not find ${enumValue}`);
      const whole = await http.get(toNodeTypePath(category));
      const nodes = filterRecords(t.fields.read(whole.json, 'category.nodes'));
      t.must(
        !whole.ok || nodes.every((node) => node.enumValue !== enumValue),
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
      const alone = await http.get(toNodeTypePath(category.name));
      t.mustEqual(
        t.fields.read(alone.json, 'category.count'),
        visible,
        `the count of ${category.name} in its own record is its number of visible nodes`,
      );
    }
  }),
  instances.audit('blocked-category', ['TYPE-005'], async (t) => {
    const { http, removed, thinned } = await compareBlockedTypes(t);
    const [name] = removed;
    if (name === undefined) return t.unverified('a completely blocked category');
    const known = thinned[0]?.category.name;
    if (known !== undefined)
      t.given((await http.get(toNodeTypePath(known))).ok, 'a category without blocked nodes');
    t.mustFail(await http.get(toNodeTypePath(name)), 404);
    t.mustFail(await http.get(toNodeTypePath('no-such-category')), 404);
  }),
];
