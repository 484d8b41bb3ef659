/** Audits of reading and writing asset properties. The target decides which assets and properties exist. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { undefinedIfUnverified } from '../../runner/audit-stop.ts';
import { getByPath, isRecord, filterStrings, walkJson } from '../../json.ts';
import {
  assetPath,
  isPropertyList,
  givenAssets,
  listCandidateAssets,
} from '../../audit-helpers/asset-properties.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import type { AuditTools } from '../../audit.ts';

const assets = defineAuditArea('assets', 'token', 'runtime');
const assetsWithoutRuntime = defineAuditArea('assets', 'condition:noRuntime');

const absentAsset = 'no such asset.glb';
const absentProperty = 'no such property';

/** Returns other values of the same type as a property's value. Numbers are chosen so that they need no rounding. */
const listOtherValues = (value: unknown): readonly unknown[] => {
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'number' ? [value === 0.5 ? 0.25 : 0.5, value === 2 ? 3 : 2] : [];
};

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

/** Writes another value to a property that accepts it, and restores the old value when the audit ends. */
const writeOneProperty = async (t: AuditTools): Promise<WrittenProperty> => {
  for (const { tag, properties } of await givenAssets(t)) {
    for (const { name, value: before } of properties) {
      for (const value of listOtherValues(before)) {
        const reply = await t.http.put(assetPath(tag, name), { value });
        if (!reply.ok) continue;
        t.defer(() => t.http.put(assetPath(tag, name), { value: before }));
        return { tag, name, before, value, response: reply.json };
      }
    }
  }
  return t.unverified('an asset property that accepts another number or flag');
};

const isDropdownType = (type: unknown): boolean => typeof type === 'string' && /dropdown|enum/i.test(type);

export const assetPropertyAudits = [
  assets.audit('list', ['ASSET-001', 'PROP-001', 'PROP-002', 'PROP-003', 'PROP-004'], async (t) => {
    let choices = 0;
    for (const tag of await listCandidateAssets(t)) {
      const reply = await t.http.get(assetPath(tag));
      if (reply.ok)
        t.for('ASSET-001').must(
          isPropertyList(t, reply),
          `the properties of ${tag} are a list`,
          describeReply(reply),
        );
    }
    const assetList = await givenAssets(t);
    for (const { tag, properties } of assetList) {
      for (const { name, entry, value } of properties) {
        const detail = { actual: entry };
        const type = t.fields.read(entry, 'property.type');
        const isComplete = isRecord(entry) && typeof type === 'string' && value !== undefined;
        t.for('PROP-001').must(isComplete, `${name} of ${tag} has a type label and a value`, detail);
        const flag = t.fields.read(entry, 'property.structural');
        t.for('PROP-003').must(typeof flag === 'boolean', `${name} of ${tag} has a structural flag`, detail);
        const url = filterStrings(isRecord(entry) ? Object.values(entry) : []).find((text) =>
          text.includes('/api/assets/'),
        );
        const path = url === undefined ? undefined : new URL(url, 'http://target').pathname;
        const reply = path === undefined ? undefined : await t.http.get(path);
        t.for('PROP-004').must(reply?.ok === true, `${name} of ${tag} has a URL to read it`, detail);
        if (!isDropdownType(type)) continue;
        choices += 1;
        const lists = isRecord(entry) ? Object.values(entry).filter(Array.isArray) : [];
        t.for('PROP-002').must(
          lists.some(({ length }) => length > 0),
          `${name} of ${tag} lists its options`,
          detail,
        );
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
    const values = isRecord(response) ? Object.values(response) : [];
    for (const assertions of [t.for('ASSET-010'), t.for('PROP-006')]) {
      assertions.must(
        [before, value].every((one) => values.includes(one)),
        `a write of ${name} returns the old and the new value`,
        {
          expected: { before, value },
          actual: response,
        },
      );
      assertions.mustEqual(await readValue(t, tag, name), value, `${name} of ${tag} reads back as written`);
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
    t.for('PROP-007', 'ASSET-006').must(
      reply.ok,
      'a bulk write succeeds although one property fails',
      describeReply(reply),
    );
    const counts = ['totalCount', 'succeededCount', 'failedCount'].map((key) => reply.at(key));
    t.for('PROP-008').mustEqual(counts, [3, 2, 1], 'the counts cover every property');
    const results = Array.isArray(reply.at('results')) ? (reply.at('results') as unknown[]) : [];
    const failed = results.filter((result) => getByPath(result, 'success') === false);
    t.for('PROP-009').mustEqual(
      results.map((result) => [getByPath(result, 'name'), getByPath(result, 'success')]),
      properties.map((one) => [one.name, one.name === name]),
      'each result has a name and a success flag',
    );
    t.for('ASSET-006', 'PROP-009').must(
      failed.length === 1 && getByPath(failed[0], 'error') != null,
      'the failed result has an error',
      { actual: results },
    );
    const now = await readValue(t, tag, name);
    t.for('ASSET-006').mustEqual(now, value, 'properties after the failed one are written');
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
