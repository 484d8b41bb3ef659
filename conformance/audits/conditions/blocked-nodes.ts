import { pathTo } from '../../target/id.ts';
import { area } from '../../area.ts';
import { recordsOf, stringsOf } from '../../json.ts';
import { categoriesOf } from '../discovery/catalogue.ts';
import type { AuditContext, TargetInCondition } from '../../audit.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Category } from '../discovery/catalogue.ts';

const instances = area('instances', 'token', 'condition:blockedNodes');
const instancesWithProject = area('instances', 'token', 'project', 'condition:blockedNodes');

interface NodeType {
  readonly category: string;
  readonly enumValue: string;
  readonly name: string;
}

interface Blocked extends TargetInCondition {
  readonly hidden: readonly NodeType[];
  /** Categories none of whose nodes is left. */
  readonly gone: readonly string[];
  /** Categories as they are listed now, some of whose nodes are gone. */
  readonly thinned: readonly { readonly category: Category; readonly hidden: readonly NodeType[] }[];
}

const listed = async (t: AuditContext, lab: Lab): Promise<readonly Category[]> =>
  categoriesOf(t, await lab.readAll('/api/node-types'));

const enumValues = async (lab: Lab): Promise<readonly string[]> =>
  stringsOf((await lab.readAll('/api/node-types/enum-values')) ?? []);

const nodeTypesOf = ({ name: category, nodes }: Category): readonly NodeType[] =>
  nodes.flatMap(({ enumValue, name }) =>
    typeof enumValue === 'string' ? [{ category, enumValue, name: String(name ?? enumValue) }] : [],
  );

/** What a target that blocks node types shows, beside what it usually shows. */
const blocked = async (t: AuditContext): Promise<Blocked> => {
  const usual = await listed(t, t.lab);
  t.given(
    usual.some((category) => nodeTypesOf(category).length > 0),
    'listed categories with a name and nodes (choices.paths "category.name", "category.nodes")',
  );
  const found = await t.under('blockedNodes');
  const now = await listed(t, found.lab);
  const present = new Set(now.flatMap(nodeTypesOf).map(({ enumValue }) => enumValue));
  const creatable = new Set(await enumValues(found.lab));
  const isHidden = ({ enumValue }: NodeType) => !present.has(enumValue) || !creatable.has(enumValue);
  const hiddenIn = (category: Category) => nodeTypesOf(category).filter(isHidden);
  const isGone = (category: Category) => {
    const all = nodeTypesOf(category).length;
    return all > 0 && hiddenIn(category).length === all;
  };
  return {
    ...found,
    hidden: usual.flatMap(hiddenIn),
    gone: usual.filter(isGone).map(({ name }) => name),
    thinned: usual
      .filter((category) => hiddenIn(category).length > 0 && !isGone(category))
      .flatMap((category) => {
        const left = now.find(({ name }) => name === category.name);
        return left ? [{ category: left, hidden: hiddenIn(category) }] : [];
      }),
  };
};

const path = (...parts: readonly string[]): string =>
  ['/api/node-types', ...parts.map(encodeURIComponent)].join('/');

/** Audits of a target that blocks node types; which, shows in comparison with the target as it usually is. */
export const blockedNodeAudits = [
  instances.audit('blocked-hidden', ['TYPE-004'], async (t) => {
    const { http, lab, hidden, gone } = await blocked(t);
    const categories = await listed(t, lab);
    const inList = new Set(categories.flatMap(nodeTypesOf).map(({ enumValue }) => enumValue));
    const flat = new Set(await enumValues(lab));
    for (const { enumValue } of hidden) {
      t.must(!inList.has(enumValue), `the list of categories hides ${enumValue}`);
      t.must(!flat.has(enumValue), `the enum values hide ${enumValue}`);
    }
    for (const name of gone) {
      t.must(!categories.some((category) => category.name === name), `the list hides the category ${name}`);
    }
    for (const { category, enumValue, name } of hidden) {
      const search = await lab.readAll(`/api/node-types/search?q=${encodeURIComponent(name)}`);
      t.given(search !== undefined, `searching "${name}" answers`);
      const found = recordsOf(search).map((record) => record.enumValue);
      t.must(!found.includes(enumValue), `searching "${name}" does not find ${enumValue}`);
      const whole = await http.get(path(category));
      const nodes = recordsOf(t.fields.read(whole.json, 'category.nodes'));
      t.must(
        !whole.ok || nodes.every((node) => node.enumValue !== enumValue),
        `the category ${category} hides ${enumValue}`,
      );
      t.mustFail(await http.get(path(category, enumValue)), 404);
    }
  }),
  instancesWithProject.audit('blocked-unknown', ['ERR-020'], async (t) => {
    const { http, lab, hidden } = await blocked(t);
    const graph = await lab.graph();
    for (const { category, enumValue } of hidden) {
      t.mustFail(await http.get(path(category, enumValue)), 404);
      const created = await http.post(pathTo`/api/graphs/${graph.id}/nodes`, {
        category: enumValue,
        locationX: 0,
        locationY: 0,
      });
      t.mustNotSucceed(created, `${enumValue} cannot be created`);
    }
  }),
  instances.audit('blocked-counts', ['TYPE-002'], async (t) => {
    const { http, thinned } = await blocked(t);
    t.given(thinned.length > 0, 'a category that is blocked in part');
    for (const { category, hidden } of thinned) {
      const visible = nodeTypesOf(category).filter(
        ({ enumValue }) => !hidden.some((node) => node.enumValue === enumValue),
      ).length;
      const count = t.fields.read(category.record, 'category.count');
      t.given(typeof count === 'number', 'a count in the category record (choices.paths "category.count")');
      t.mustEqual(count, visible, `the count of ${category.name} in the list is that of its visible nodes`);
      const alone = await http.get(path(category.name));
      t.mustEqual(
        t.fields.read(alone.json, 'category.count'),
        visible,
        `so is the count of ${category.name} by itself`,
      );
    }
  }),
  instances.audit('blocked-category', ['TYPE-005'], async (t) => {
    const { http, gone, thinned } = await blocked(t);
    const [name] = gone;
    if (name === undefined) return t.unverified('a category that is blocked as a whole');
    const known = thinned[0]?.category.name;
    if (known !== undefined) t.given((await http.get(path(known))).ok, 'a category that is not blocked');
    t.mustFail(await http.get(path(name)), 404);
    t.mustFail(await http.get(path('no-such-category')), 404);
  }),
];
