import { type AuditContext, defineAuditArea, type TargetInCondition } from '../../audit.ts';
import { filterRecords, filterStrings, includesDeep, walkJson } from '../../json.ts';
import { describeReply, type HttpClient, type Reply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { type Category, parseCategories } from '../node-types/read-node-types.ts';
import type { Fixtures } from '../../audit-helpers/fixtures.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';

const debugInstances = defineAuditArea('instances', 'token', 'destructive', 'condition:debug');

const path = '/api/dev/export-node-pngs';

/** Time limit for an export that renders every node type. */
const exportTimeoutMs = 120_000;

/** Whether some list of a response contains one of the names, but not the other. */
const isListedApart = ({ json }: Reply, name: string, other: string): boolean =>
  [...walkJson(json)].some(
    (list) =>
      typeof list === 'object' && list !== null && includesDeep(list, name) && !includesDeep(list, other),
  );

const instancesWithSecrets = defineAuditArea('instances', 'token', 'project', 'condition:secretsExposed');

const isSensitiveInput = ({ record, direction, type }: TargetPort): boolean =>
  record.isSensitive === true && direction !== 'output' && type === 'String';

const likelyCause = 'the setting has no effect, or the copy or verb of the manifest does not turn it on';

/** Writes a secret to a sensitive port, and returns what a read of the port shows. */
const writeAndReadSecret = async (
  t: AuditContext,
  fixtures: Fixtures,
  http: HttpClient,
  secret: string,
): Promise<unknown> => {
  const sensitivePort = await fixtures.tryPort(await fixtures.graph(), isSensitiveInput);
  if (!sensitivePort) return t.unverified('a node type with a sensitive String port');
  t.given((await fixtures.write(sensitivePort.port.id, secret)).ok, 'a sensitive port can be written');
  const reply = await http.get(pathTo`/api/ports/${sensitivePort.port.id}/value`);
  t.given(reply.ok, 'a sensitive port can be read', { actual: reply.status });
  // A sensitive value may be inside a record, even if other values are returned without a record.
  const isUnredacted = [...walkJson(reply.json)].includes(secret);
  return isUnredacted ? secret : t.fields.read(reply.json, 'port.value');
};

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
export const audits = [
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

  // The effect of the setting is what the requirement states, so a setting without effect is a failure of the target.
  instancesWithSecrets.with({ likelyCause }).audit('secrets-exposed', ['SECRET-004'], async (t) => {
    const secret = `secret-of-${t.manifest.namespace}`;
    const hidden = await writeAndReadSecret(t, t.fixtures, t.http, secret);
    t.given(hidden !== secret, 'a target that redacts sensitive values by default');
    const { fixtures, http } = await t.underCondition('secretsExposed');
    const shownValue = await writeAndReadSecret(t, fixtures, http, secret);
    t.mustEqual(shownValue, secret, 'a sensitive value is shown in full while the setting is on');
  }),

  debugInstances
    .with({ timeout: exportTimeoutMs })
    .audit('image-export', ['IMAGE-001', 'IMAGE-002'], async (t) => {
      const { http } = await t.underCondition('debug');
      const types = filterRecords([...walkJson((await http.get('/api/node-types')).json)]);
      const enumValues = filterStrings(t.fields.items((await http.get('/api/node-types/enum-values')).json));
      t.given(enumValues.length > 0, 'the enum values of the node types');
      const every = await http.post(path);
      t.givenSuccess(every, 'an export of all node images that succeeds');
      // A node name is the enum value or the name of a node type, whichever the response contains.
      const found = enumValues.map((enumValue) => ({
        enumValue,
        name: filterStrings([enumValue, types.find((type) => type.enumValue === enumValue)?.name]).find(
          (text) => includesDeep(every.json, text),
        ),
      }));
      const names = filterStrings(found.map(({ name }) => name));
      const listed = new Set(filterStrings([...walkJson(every.json)]));
      t.for('IMAGE-002').must(listed.size > 0, 'the response contains the names of the exported nodes', {
        actual: every.text.slice(0, 200),
      });
      const [name] = names;
      if (name === undefined) return t.unverified('the name of a node type in the response of an export');
      const missing = found.flatMap((type) => (type.name === undefined ? [type.enumValue] : []));
      // If enough texts are listed, the missing node types may have other names in the response.
      t.given(
        missing.length === 0 || listed.size < enumValues.length,
        'the names of all node types in the response of an export',
      );
      t.for('IMAGE-001').mustEqual(missing, [], 'an export without NodeNames contains every node type');
      const selected = await http.post(path, { NodeNames: [name] });
      t.givenSuccess(selected, `an export of ${name} that succeeds`);
      t.for('IMAGE-002').must(includesDeep(selected.json, name), `the response for ${name} contains it`, {
        actual: selected.text.slice(0, 200),
      });
      const texts = new Set(walkJson(selected.json));
      t.for('IMAGE-001').mustEqual(
        names.filter((other) => other !== name && texts.has(other)),
        [],
        `an export of ${name} contains no other node type`,
      );
      const empty = await http.post(path, { NodeNames: [] });
      t.for('IMAGE-001').must(
        empty.ok && names.every((one) => includesDeep(empty.json, one)),
        'an empty list of NodeNames means every node type',
        describeReply(empty),
      );
      const nonexistent = `${t.manifest.namespace}-no-such-node`;
      const mixed = await http.post(path, { NodeNames: [name, nonexistent] });
      t.givenSuccess(mixed, 'an export that names a nonexistent node and succeeds');
      t.for('IMAGE-002').must(
        isListedApart(mixed, name, nonexistent) && isListedApart(mixed, nonexistent, name),
        'the response lists the name that succeeded and the one that failed apart',
        describeReply(mixed),
      );
    }),
];
