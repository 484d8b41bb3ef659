/** Audits of reading and writing asset properties. The target decides which assets and properties exist. */
import {
  assetPath,
  givenAssets,
  isPropertyList,
  listCandidateAssets,
} from '../audit-helpers/asset-properties.ts';
import {
  containsValue,
  haveErrors,
  isApproximatelyEqual,
  listOtherValues,
  parseWriteResults,
  sortOutcomes,
} from '../audit-helpers/object-properties.ts';
import { type AuditTools, defineAuditArea, type MultiRequirementContext } from '../audit.ts';
import { filterStrings, includesDeep, isRecord, walkJson } from '../json.ts';
import { undefinedIfUnverified } from '../runner/audit-outcome.ts';
import { describeReply } from '../target/http/exchange.ts';

const assets = defineAuditArea('assets', 'token', 'runtime');
const assetsWithoutRuntime = defineAuditArea('assets', 'condition:noRuntime');

const absentAsset = 'no such asset.glb';
const absentProperty = 'no such property';

const readValue = async (t: AuditTools, tag: string, property: string): Promise<unknown> => {
  const { json } = await t.http.get(assetPath(tag, property));
  return isRecord(json) ? (t.fields.read(json, 'property.value') ?? json) : json;
};

/** Percent-encodes every byte of a name. The result is equivalent to the name itself (RFC 3986, section 6.2.2.2). */
const percentEncode = (name: string): string =>
  Buffer.from(name).toString('hex').replace(/../g, '%$&').toUpperCase();

interface WrittenProperty {
  readonly tag: string;
  readonly name: string;
  readonly before: unknown;
  readonly value: unknown;
  readonly response: unknown;
}

/**
 * Writes another value to a property that accepts it, and restores the old value when the audit ends. Prefers a value
 * that reads back as written, because the target may round the others.
 */
const writeOneProperty = async (t: AuditTools): Promise<WrittenProperty> => {
  let accepted: WrittenProperty | undefined;
  for (const { tag, properties } of await givenAssets(t)) {
    for (const { name, value: before } of properties) {
      for (const value of listOtherValues(before)) {
        const reply = await t.http.put(assetPath(tag, name), { value });
        if (!reply.ok) continue;
        t.defer(() => t.http.put(assetPath(tag, name), { value: before }));
        const written = { tag, name, before, value, response: reply.json };
        if (isApproximatelyEqual(await readValue(t, tag, name), value)) return written;
        accepted ??= written;
      }
    }
  }
  return accepted ?? t.unverified('an asset property that accepts another number or flag');
};

const isDropdownType = (type: unknown): boolean => typeof type === 'string' && /dropdown|enum/i.test(type);

type ListAudit = MultiRequirementContext<'PROP-002' | 'PROP-003' | 'PROP-004'>;

/** Checks that an entry has a flag that is a boolean. Another field of the entry may be the flag, if it is a boolean. */
const checkStructuralFlag = (t: ListAudit, property: string, entry: unknown, value: unknown): void => {
  const flag = t.fields.read(entry, 'property.structural');
  const flags = [...walkJson(entry)].filter((one) => typeof one === 'boolean');
  const isAbsent =
    t.manifest.choices.paths['property.structural'] !== undefined ||
    flags.length === (typeof value === 'boolean' ? 1 : 0);
  const assertions = t.for('PROP-003');
  assertions.given(
    flag !== undefined || isAbsent,
    'the structural flag of a property (choices.paths "property.structural")',
  );
  assertions.must(typeof flag === 'boolean', `${property} has a structural flag`, { actual: entry });
};

/** Checks that one of the strings in an entry is the URL of the property, absolute or relative. */
const checkUrl = async (t: ListAudit, property: string, tag: string, entry: unknown): Promise<void> => {
  const shown = t.fields.read(entry, 'property.url');
  const urls = filterStrings([shown, ...walkJson(entry)]).filter((text) => /[/?#]/.test(text));
  const bases = [assetPath(tag), `${assetPath(tag)}/`, '/api/', '/'];
  const paths = new Set(urls.flatMap((url) => bases.flatMap((base) => resolvePath(t, url, base) ?? [])));
  let isReadable = false;
  for (const path of paths) isReadable ||= (await t.http.get(path)).ok;
  const assertions = t.for('PROP-004');
  assertions.given(
    isReadable || shown !== undefined || urls.length === 0,
    'the URL of a property (choices.paths "property.url")',
  );
  assertions.must(isReadable, `${property} has a URL to read it`, { actual: entry });
};

/** Returns the path of a URL at the target, or `undefined` if the text is not such a URL. */
const resolvePath = (t: AuditTools, url: string, base: string): string | undefined => {
  const baseUrl = new URL(base, t.target.url);
  if (!URL.canParse(url, baseUrl.href)) return undefined;
  const { origin, pathname, search } = new URL(url, baseUrl);
  return origin === baseUrl.origin ? `${pathname}${search}` : undefined;
};

/** Checks that an entry lists its options. If their location is unknown, the options are a list of the value's peers. */
const checkOptions = (t: ListAudit, property: string, entry: unknown, value: unknown): void => {
  const shown = t.fields.read(entry, 'property.options');
  const lists = [...walkJson(entry)].filter((part) => Array.isArray(part) && part.length > 0);
  const hasValue = (list: unknown): boolean =>
    (typeof value === 'string' || typeof value === 'number') && includesDeep(list, value);
  const assertions = t.for('PROP-002');
  const isGuessed = lists.some(hasValue);
  assertions.given(
    shown !== undefined || isGuessed || lists.length === 0,
    'the options of a property (choices.paths "property.options")',
  );
  const count = Object.keys(isContainer(shown) ? shown : {}).length;
  assertions.must(isGuessed || count > 0, `${property} lists its options`, { actual: entry });
};

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const audits = [
  assets.audit('list', ['ASSET-001', 'PROP-001', 'PROP-002', 'PROP-003', 'PROP-004'], async (t) => {
    let choices = 0;
    for (const tag of await listCandidateAssets(t)) {
      const reply = await t.http.get(assetPath(tag));
      const isList = reply.ok ? isPropertyList(t, reply) : undefined;
      if (isList !== undefined)
        t.for('ASSET-001').must(isList, `the properties of ${tag} are a list`, describeReply(reply));
    }
    const assetList = await givenAssets(t);
    for (const { tag, properties } of assetList) {
      for (const { name, entry, value } of properties) {
        const detail = { actual: entry };
        const type = t.fields.read(entry, 'property.type');
        const isComplete = isRecord(entry) && typeof type === 'string' && value !== undefined;
        t.for('PROP-001').must(isComplete, `${name} of ${tag} has a type label and a value`, detail);
        checkStructuralFlag(t, `${name} of ${tag}`, entry, value);
        await checkUrl(t, `${name} of ${tag}`, tag, entry);
        if (!isDropdownType(type)) continue;
        choices += 1;
        checkOptions(t, `${name} of ${tag}`, entry, value);
      }
    }
    t.for('PROP-002').given(choices > 0, 'an asset property with options');
  }),
  assets.audit('single', ['ASSET-008', 'PROP-005'], async (t) => {
    for (const { tag, properties } of await givenAssets(t)) {
      for (const { name, value } of properties) {
        const reply = await t.http.get(assetPath(tag, name));
        const detail = { expected: value, ...describeReply(reply) };
        t.for('ASSET-008').must(reply.ok, `the listed property ${name} of ${tag} can be read`, detail);
        const read = t.fields.read(reply.json, 'property.value');
        t.for('ASSET-008').mustEqual(
          read,
          value,
          `${name} of ${tag} reads the same by itself as in the list`,
        );
        const texts = filterStrings([...walkJson(reply.json)]);
        const type = t.fields.read(reply.json, 'property.type');
        const isComplete = texts.includes(tag) && texts.includes(name) && typeof type === 'string';
        t.for('PROP-005').must(isComplete, `${name} returns the tag ${tag}, its name and its type`, detail);
      }
    }
  }),
  assets.audit('gated-writes', ['AUTH-GATED-002'], async (t) => {
    const written = await undefinedIfUnverified(writeOneProperty(t));
    if (!written) return t.notApplicable('no asset property is known to be writable');
    const { tag, name, before, value } = written;
    t.given((await readValue(t, tag, name)) === value, `${name} of ${tag} reads back as written`);
    const without = { token: null };
    const refused = [
      await t.http.put(assetPath(tag, name), { value: before }, without),
      await t.http.put(assetPath(tag), { properties: [{ name, value: before }] }, without),
    ];
    for (const reply of refused) t.mustNotSucceed(reply, `${reply.title} does not succeed without a token`);
    t.mustEqual(
      await readValue(t, tag, name),
      value,
      `${name} of ${tag} still has the value written with the token`,
    );
  }),
  assets.audit('unknown-asset', ['ASSET-002', 'ERR-015'], async (t) => {
    await givenAssets(t);
    const calls = [
      await t.http.get(assetPath(absentAsset)),
      await t.http.get(assetPath(absentAsset, 'name')),
      await t.http.put(assetPath(absentAsset), { properties: [{ name: 'name', value: 1 }] }),
      await t.http.put(assetPath(absentAsset, 'name'), { value: 1 }),
    ];
    for (const reply of calls) t.for('ASSET-002', 'ERR-015').mustFail(reply, 404, 'ASSET_NOT_FOUND');
  }),
  assets.audit('unknown-property', ['ASSET-009', 'ERR-016'], async (t) => {
    for (const { tag } of await givenAssets(t)) {
      const read = await t.http.get(assetPath(tag, absentProperty));
      t.for('ASSET-009', 'ERR-016').mustFail(read, 404, 'PROPERTY_NOT_FOUND');
    }
  }),
  assets.audit('encoded', ['PROP-011'], async (t) => {
    for (const { tag, properties } of await givenAssets(t)) {
      for (const { name } of properties) {
        for (const path of [assetPath(tag, name), `${assetPath(tag)}/${percentEncode(name)}`]) {
          const reply = await t.http.get(path);
          t.must(reply.ok, `${name} of ${tag} can be read at ${path}`, { actual: describeReply(reply) });
          t.mustEqual(t.fields.read(reply.json, 'property.name') ?? name, name, `${path} returns ${name}`);
        }
      }
    }
  }),
  assets.audit('letter-case', ['PROP-010'], async (t) => {
    let tried = 0;
    for (const { tag, properties } of await givenAssets(t)) {
      const names = properties.map(({ name }) => name);
      for (const name of names) {
        const otherCase = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
        if (names.includes(otherCase)) continue;
        tried += 1;
        t.mustFail(await t.http.get(assetPath(tag, otherCase)), 404, 'PROPERTY_NOT_FOUND');
      }
    }
    t.given(tried > 0, 'a property with letters in its name');
  }),
  assets.audit('write', ['ASSET-010', 'PROP-006'], async (t) => {
    const { tag, name, before, value, response } = await writeOneProperty(t);
    for (const assertions of [t.for('ASSET-010'), t.for('PROP-006')]) {
      assertions.must(
        containsValue(t, response, 'property.previous', before) &&
          containsValue(t, response, 'property.new', value),
        `a write of ${name} returns the old and the new value`,
        { expected: { before, value }, actual: response },
      );
      assertions.must(
        isApproximatelyEqual(await readValue(t, tag, name), value),
        `${name} of ${tag} reads back as written`,
        { expected: value },
      );
    }
  }),
  assets.audit('bulk', ['ASSET-004', 'ASSET-006', 'PROP-007', 'PROP-008', 'PROP-009'], async (t) => {
    const { tag, name, before, value } = await writeOneProperty(t);
    const properties = [
      { name, value: before },
      { name: absentProperty, value: 1 },
      { name, value },
    ];
    await t.http.put(assetPath(tag, name), { value: before });
    const reply = await t.http.put(assetPath(tag), { properties });
    t.for('PROP-007', 'ASSET-006').mustSucceed(reply, 'a bulk write succeeds although one property fails');
    const counts = ['totalCount', 'succeededCount', 'failedCount'].map((key) => reply.at(key));
    t.for('PROP-008').mustEqual(counts, [3, 2, 1], 'the counts cover every property');
    const results = parseWriteResults(t, reply);
    t.for('PROP-009').mustEqual(
      sortOutcomes(results),
      sortOutcomes(properties.map((one) => ({ name: one.name, success: one.name === name }))),
      'each result has a name and a success flag',
    );
    t.for('ASSET-006', 'PROP-009').must(haveErrors(t, results), 'the failed result has an error', {
      actual: reply.at('results'),
    });
    const now = await readValue(t, tag, name);
    t.for('ASSET-006').must(isApproximatelyEqual(now, value), 'properties after the failed one are written', {
      expected: value,
      actual: now,
    });
    await t.http.put(assetPath(tag), { properties: [...properties].reverse() });
    t.for('ASSET-004').mustEqual(
      await readValue(t, tag, name),
      before,
      'the last of two values for one property is kept',
    );
  }),
  assets.audit('refused', ['ASSET-007', 'ASSET-011', 'ASSET-012', 'ERR-002'], async (t) => {
    const { tag, name } = await writeOneProperty(t);
    t.for('ASSET-007').mustFail(await t.http.put(assetPath(tag)), 400, 'INVALID_REQUEST');
    const empty = await t.http.put(assetPath(tag), { properties: [] });
    t.for('ASSET-007', 'ERR-002').mustFail(empty, 400, 'INVALID_REQUEST');
    t.for('ASSET-011').mustFail(await t.http.put(assetPath(tag, name)), 400, 'INVALID_REQUEST');
    const invalid = { value: { no: ['number', 'or', 'flag'] } };
    t.for('ASSET-012').mustFail(await t.http.put(assetPath(tag, name), invalid), 400, 'INVALID_VALUE');
  }),
  assetsWithoutRuntime.audit('without-runtime', ['ASSET-003'], async (t) => {
    const { http } = await t.underCondition('noRuntime');
    t.mustFail(await http.get(assetPath(absentAsset)), 503);
    t.mustFail(await http.put(assetPath(absentAsset, 'name'), { value: 1 }), 503);
  }),
];
