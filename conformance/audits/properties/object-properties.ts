/** Reading and writing the components of scene objects. The target chooses which components and properties exist. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { getByPath, isRecord, walkJson } from '../../json.ts';
import {
  componentPath,
  parseObjectComponents,
  componentsPath,
  parseObjectProperties,
  readObjectProperties,
  propertyPath,
} from '../../audit-helpers/object-properties.ts';
import { spawnObject, trySpawnObject } from '../../audit-helpers/scene-objects.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import type { AuditTools } from '../../audit.ts';
import type { ObjectProperty } from '../../audit-helpers/object-properties.ts';

const properties = defineAuditArea('properties', 'token', 'runtime');

/** Maximum number of properties to try until one can be written. */
const maxTriedProperties = 24;

/** Returns another value of the type that a property holds. Numbers need no rounding. */
const createOtherValue = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value === 0.5 ? 1 : 0.5;
  if (isRecord(value) && Object.values(value).every((part) => typeof part === 'number')) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, part === 0.5 ? 0.25 : 0.5]));
  }
  return undefined;
};

/** Flags and numbers first: where an object is may still be moving, as whatever spawned it was tried by a tween. */
const sortStableFirst = (found: readonly ObjectProperty[]): readonly ObjectProperty[] =>
  [...found].sort((a, b) => Number(isRecord(a.value)) - Number(isRecord(b.value)));

/** Angles and single-precision numbers come back with a trace of rounding. */
const isApproximatelyEqual = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-4;
  if (isRecord(a) && isRecord(b)) return Object.keys(b).every((key) => isApproximatelyEqual(a[key], b[key]));
  return a === b;
};

const toPropertiesPath = (tag: string, component: string): string =>
  `${componentPath(tag, component)}/properties`;

const readValue = async (t: AuditTools, tag: string, property: ObjectProperty): Promise<unknown> => {
  const { json } = await t.http.get(propertyPath(tag, property));
  // "one value" may be a record about it, or the value itself
  return isRecord(json) ? (t.fields.read(json, 'property.value') ?? json) : json;
};

/** A property by itself and as it is listed; once more where they differ, as either may have moved in between. */
const readBothWays = async (t: AuditTools, tag: string, property: ObjectProperty) => {
  const { component, name, value } = property;
  const single = await readValue(t, tag, property);
  if (isApproximatelyEqual(single, value)) return { single, listed: value };
  const again = parseObjectProperties(t, component, await t.http.get(componentPath(tag, component)));
  const listed = again.find((one) => one.name === name)?.value;
  return isApproximatelyEqual(listed, value) ? { single, listed } : { single: listed, listed };
};

interface WrittenProperty {
  readonly property: ObjectProperty;
  readonly value: unknown;
}

/** Writes properties until one takes another value; answers what was accepted, and those that were then seen to hold it. */
const writeProperties = async (t: AuditTools, tag: string, wanted: number) => {
  const accepted: WrittenProperty[] = [];
  const held: WrittenProperty[] = [];
  for (const property of sortStableFirst(await readObjectProperties(t, tag)).slice(0, maxTriedProperties)) {
    const value = createOtherValue(property.value);
    if (value === undefined) continue;
    const reply = await t.http.put(propertyPath(tag, property), { value });
    if (!reply.ok) continue;
    accepted.push({ property, value });
    if (isApproximatelyEqual(await readValue(t, tag, property), value)) held.push({ property, value });
    if (held.length === wanted) break;
  }
  return { accepted, held };
};

export const objectPropertyAudits = [
  properties.audit('components', ['OBJ-001'], async (t) => {
    const tag = await spawnObject(t);
    const reply = await t.http.get(componentsPath(tag));
    const components = parseObjectComponents(t, reply);
    t.must(reply.ok && components.length > 0, 'the components of an object are listed', describeReply(reply));
    const bare = components.filter(
      ({ entry }) => ![...walkJson(entry)].some((part) => Number.isInteger(part) || Array.isArray(part)),
    );
    t.mustEqual(bare, [], 'each component has a property count');
  }),
  properties.audit('component', ['OBJ-002', 'OBJ-003', 'PROP-012'], async (t) => {
    const tag = await spawnObject(t);
    const components = parseObjectComponents(t, await t.http.get(componentsPath(tag)));
    t.given(components.length > 0, 'the components of an object (choices.paths "component.name")');
    let seen = 0;
    for (const { name: component } of components) {
      const reply = await t.http.get(componentPath(tag, component));
      t.for('OBJ-002', 'PROP-012').must(
        reply.ok,
        `the component ${component}, which is listed, answers`,
        describeReply(reply),
      );
      for (const property of parseObjectProperties(t, component, reply)) {
        seen += 1;
        const { name, entry, value } = property;
        const isTold =
          isRecord(entry) && t.fields.read(entry, 'property.type') !== undefined && value !== undefined;
        t.for('OBJ-002').must(isTold, `${component}.${name} has a value and a type`, { actual: entry });
        if (createOtherValue(value) === undefined) continue;
        const { single, listed } = await readBothWays(t, tag, property);
        t.for('OBJ-003').must(
          isApproximatelyEqual(single, listed),
          `${component}.${name} reads by itself as it is listed`,
          {
            expected: listed,
            actual: single,
          },
        );
      }
    }
    t.given(seen > 0, 'a property of a component (choices.paths "property.name")');
  }),
  properties.audit('write', ['OBJ-004'], async (t) => {
    const tag = await spawnObject(t);
    const { accepted, held } = await writeProperties(t, tag, 1);
    t.given(accepted.length > 0, 'a property that takes another number, flag or vector');
    t.must(held.length > 0, 'a property that was written reads as it was written', {
      actual: accepted.map(({ property: { component, name }, value }) => ({ component, name, value })),
    });
  }),
  properties.audit('gated-writes', ['AUTH-GATED-002'], async (t) => {
    const tag = await trySpawnObject(t);
    const [first] = tag === undefined ? [] : (await writeProperties(t, tag, 1)).held;
    if (tag === undefined || !first)
      return t.notApplicable('no property of an object is known to be written');
    const { property, value } = first;
    const { component, name, value: other } = property;
    const without = { token: null };
    const refused = [
      await t.http.put(propertyPath(tag, property), { value: other }, without),
      await t.http.put(toPropertiesPath(tag, component), { properties: [{ name, value: other }] }, without),
    ];
    for (const reply of refused) t.mustNotSucceed(reply, `${reply.title} does not succeed without a token`);
    t.must(
      isApproximatelyEqual(await readValue(t, tag, property), value),
      `${component}.${name} is what it was written with the token`,
      { expected: value },
    );
  }),
  properties.audit('refresh', ['COMPONENTS-001'], async (t) => {
    const tag = await spawnObject(t);
    const { held } = await writeProperties(t, tag, 1);
    const [first] = held;
    if (!first) return t.unverified('a property that can be written');
    const parameters = t.manifest.choices.actions['components.refresh'] ?? { object: tag };
    const reply = await t.http.post('/api/actions/components/refresh', parameters);
    t.must(reply.status !== 404, 'components.refresh is there for an object whose property has changed', {
      actual: describeReply(reply),
    });
    t.given(reply.ok, 'a call of components.refresh that succeeds (choices.actions "components.refresh")');
    const { property, value } = first;
    t.must(
      isApproximatelyEqual(await readValue(t, tag, property), value),
      `${property.component}.${property.name} is what it was written as once its visuals are rebuilt`,
      { expected: value },
    );
  }),
  properties.audit('bulk', ['OBJ-005'], async (t) => {
    const tag = await spawnObject(t);
    const { held } = await writeProperties(t, tag, 1);
    const [first] = held;
    if (!first) return t.unverified('a property that can be written');
    const { component, name, value: before } = first.property;
    const absent = 'no such property';
    const reply = await t.http.put(toPropertiesPath(tag, component), {
      properties: [
        { name: absent, value: 1 },
        { name, value: before },
      ],
    });
    t.must(reply.ok, 'a bulk write answers although one property fails', describeReply(reply));
    t.mustEqual(
      ['totalCount', 'succeededCount', 'failedCount'].map((key) => reply.at(key)),
      [2, 1, 1],
      'the counts tell of each property',
    );
    const results = Array.isArray(reply.at('results')) ? (reply.at('results') as unknown[]) : [];
    const resultOf = (wanted: string) => results.find((result) => getByPath(result, 'name') === wanted);
    t.mustEqual(getByPath(resultOf(name), 'success'), true, 'the property that is there succeeds');
    t.mustEqual(getByPath(resultOf(absent), 'success'), false, 'the property that is not there fails');
    t.must(getByPath(resultOf(absent), 'error') != null, 'a result that failed has an error', {
      actual: results,
    });
    t.must(
      isApproximatelyEqual(await readValue(t, tag, first.property), before),
      'the property behind one that fails is written',
      {
        expected: before,
      },
    );
  }),
];
