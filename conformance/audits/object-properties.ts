/**
 * Audits of reading and writing the components of scene objects. The target chooses which components and properties
 * exist.
 */
import {
  componentPath,
  componentsPath,
  haveErrors,
  isApproximatelyEqual,
  listOtherValues,
  type ObjectProperty,
  parseObjectComponents,
  parseObjectProperties,
  parseWriteResults,
  propertyPath,
  readObjectProperties,
  sortOutcomes,
} from '../audit-helpers/object-properties.ts';
import { spawnObject, trySpawnObject } from '../audit-helpers/spawned-objects.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { isRecord, walkJson } from '../json.ts';
import { describeReply } from '../target/http/exchange.ts';

const properties = defineAuditArea('properties', 'token', 'runtime');

/** Maximum number of properties to try until the audit finds one that can be written. */
const maxTriedProperties = 24;

/** Returns different values of the same type. */
const listOtherObjectValues = (value: unknown): readonly unknown[] => {
  if (isRecord(value) && Object.values(value).every((part) => typeof part === 'number')) {
    return [Object.fromEntries(Object.entries(value).map(([key, part]) => [key, part === 0.5 ? 0.25 : 0.5]))];
  }
  return listOtherValues(value);
};

/** Sorts booleans and numbers first. The object may still be moving, because spawning was tested with a tween. */
const sortStableFirst = (found: readonly ObjectProperty[]): readonly ObjectProperty[] =>
  [...found].sort((a, b) => Number(isRecord(a.value)) - Number(isRecord(b.value)));

const toPropertiesPath = (tag: string, component: string): string =>
  `${componentPath(tag, component)}/properties`;

const readValue = async (t: AuditTools, tag: string, property: ObjectProperty): Promise<unknown> => {
  const { json } = await t.http.get(propertyPath(tag, property));
  // The description's "one value" may mean either a record that contains the value, or the value itself.
  return isRecord(json) ? (t.fields.read(json, 'property.value') ?? json) : json;
};

/**
 * Reads a property by itself and as part of the list. If the two differ, reads both again, because the value may have
 * changed between the reads.
 */
const readBothWays = async (t: AuditTools, tag: string, property: ObjectProperty) => {
  const { component, name, value } = property;
  const single = await readValue(t, tag, property);
  if (isApproximatelyEqual(single, value)) return { single, listed: value };
  const reread = parseObjectProperties(t, component, await t.http.get(componentPath(tag, component)));
  const listedValue = reread.find((one) => one.name === name)?.value;
  return isApproximatelyEqual(listedValue, value)
    ? { single, listed: listedValue }
    : { single: listedValue, listed: listedValue };
};

interface WrittenProperty {
  readonly property: ObjectProperty;
  readonly value: unknown;
}

/**
 * Writes other values to properties until the given number of properties hold the value that was written. Returns the
 * properties that accepted a value, and the properties that then held this value.
 */
export const writeProperties = async (t: AuditTools, tag: string, count: number) => {
  const accepted: WrittenProperty[] = [];
  const written: WrittenProperty[] = [];
  for (const property of sortStableFirst(await readObjectProperties(t, tag)).slice(0, maxTriedProperties)) {
    for (const value of listOtherObjectValues(property.value)) {
      const reply = await t.http.put(propertyPath(tag, property), { value });
      if (!reply.ok) continue;
      accepted.push({ property, value });
      if (!isApproximatelyEqual(await readValue(t, tag, property), value)) continue;
      written.push({ property, value });
      break;
    }
    if (written.length === count) break;
  }
  return { accepted, written };
};

export const audits = [
  properties.audit('components', ['OBJ-001'], async (t) => {
    const tag = await spawnObject(t);
    const reply = await t.http.get(componentsPath(tag));
    const components = parseObjectComponents(t, reply);
    t.must(
      reply.ok && components.length > 0,
      'the components of an object can be listed',
      describeReply(reply),
    );
    const withoutCount = components.filter(
      ({ entry }) => ![...walkJson(entry)].some((part) => Number.isInteger(part) || Array.isArray(part)),
    );
    t.mustEqual(withoutCount, [], 'each component has a property count');
  }),
  properties.audit('counts', ['OBJ-006'], async (t) => {
    const tag = await spawnObject(t);
    const components = parseObjectComponents(t, await t.http.get(componentsPath(tag)));
    let checkedCount = 0;
    for (const { name, entry } of components) {
      const count = isRecord(entry) ? t.fields.read(entry, 'component.count') : undefined;
      const reply = await t.http.get(componentPath(tag, name));
      const found = parseObjectProperties(t, name, reply);
      if (!Number.isInteger(count) || !reply.ok || found.length === 0) continue;
      checkedCount += 1;
      // A long list may be paged, and then states its total in the header.
      const totals = [found.length, Number(reply.headers['x-total-count'] ?? found.length)];
      t.must(
        totals.includes(Number(count)),
        `the property count of ${name} is the number of its properties`,
        { expected: found.length, actual: count },
      );
    }
    t.given(checkedCount > 0, 'a component with a property count (choices.paths "component.count")');
  }),
  properties.audit('component', ['OBJ-002', 'OBJ-003', 'PROP-012'], async (t) => {
    const tag = await spawnObject(t);
    const components = parseObjectComponents(t, await t.http.get(componentsPath(tag)));
    t.given(components.length > 0, 'the components of an object (choices.paths "component.name")');
    let checkedCount = 0;
    for (const { name: component } of components) {
      const reply = await t.http.get(componentPath(tag, component));
      t.for('OBJ-002', 'PROP-012').mustSucceed(reply, `the listed component ${component} can be read`);
      for (const property of parseObjectProperties(t, component, reply)) {
        checkedCount += 1;
        const { name, entry, value } = property;
        const isComplete =
          isRecord(entry) && t.fields.read(entry, 'property.type') !== undefined && value !== undefined;
        t.for('OBJ-002').must(isComplete, `${component}.${name} has a value and a type`, { actual: entry });
        if (listOtherObjectValues(value).length === 0) continue;
        const { single, listed } = await readBothWays(t, tag, property);
        t.for('OBJ-003').must(
          isApproximatelyEqual(single, listed),
          `${component}.${name} reads the same by itself as in the list`,
          { expected: listed, actual: single },
        );
      }
    }
    t.given(checkedCount > 0, 'a property of a component (choices.paths "property.name")');
  }),
  properties.audit('write', ['OBJ-004'], async (t) => {
    const tag = await spawnObject(t);
    const { accepted, written } = await writeProperties(t, tag, 1);
    t.given(accepted.length > 0, 'a property that accepts another number, flag or vector');
    t.must(written.length > 0, 'a written property reads back as written', {
      actual: accepted.map(({ property: { component, name }, value }) => ({ component, name, value })),
    });
  }),
  properties.audit('gated-writes', ['AUTH-GATED-002'], async (t) => {
    const tag = await trySpawnObject(t);
    const [first] = tag === undefined ? [] : (await writeProperties(t, tag, 1)).written;
    if (tag === undefined || !first) return t.notApplicable('no object property is known to be writable');
    const { property, value } = first;
    const { component, name, value: otherValue } = property;
    const without = { token: null };
    const refused = [
      await t.http.put(propertyPath(tag, property), { value: otherValue }, without),
      await t.http.put(
        toPropertiesPath(tag, component),
        { properties: [{ name, value: otherValue }] },
        without,
      ),
    ];
    for (const reply of refused) t.mustNotSucceed(reply, `${reply.title} does not succeed without a token`);
    t.must(
      isApproximatelyEqual(await readValue(t, tag, property), value),
      `${component}.${name} still has the value written with the token`,
      { expected: value },
    );
  }),
  properties.audit('refresh', ['COMPONENTS-001'], async (t) => {
    t.requireOffered('components.refresh');
    const tag = await spawnObject(t);
    const { written } = await writeProperties(t, tag, 1);
    const [first] = written;
    if (!first) return t.unverified('a writable property');
    const parameters = t.manifest.choices.actions['components.refresh'] ?? { object: tag };
    const reply = await t.http.post('/api/actions/components/refresh', parameters);
    t.must(reply.status !== 404, 'components.refresh works for an object with a changed property', {
      actual: describeReply(reply),
    });
    t.given(reply.ok, 'a call of components.refresh that succeeds (choices.actions "components.refresh")');
    const { property, value } = first;
    t.must(
      isApproximatelyEqual(await readValue(t, tag, property), value),
      `${property.component}.${property.name} keeps its written value after its visuals are rebuilt`,
      { expected: value },
    );
  }),
  properties.audit('bulk', ['OBJ-005'], async (t) => {
    const tag = await spawnObject(t);
    const { written } = await writeProperties(t, tag, 1);
    const [first] = written;
    if (!first) return t.unverified('a writable property');
    const { component, name, value: before } = first.property;
    const absent = 'no such property';
    const reply = await t.http.put(toPropertiesPath(tag, component), {
      properties: [
        { name: absent, value: 1 },
        { name, value: before },
      ],
    });
    t.mustSucceed(reply, 'a bulk write succeeds although one property fails');
    t.mustEqual(
      ['totalCount', 'succeededCount', 'failedCount'].map((key) => reply.at(key)),
      [2, 1, 1],
      'the counts cover every property',
    );
    const results = parseWriteResults(t, reply);
    t.mustEqual(
      sortOutcomes(results),
      sortOutcomes([
        { name, success: true },
        { name: absent, success: false },
      ]),
      'the existing property succeeds, and the unknown property fails',
    );
    t.must(haveErrors(t, results), 'a failed result has an error', { actual: reply.at('results') });
    t.must(
      isApproximatelyEqual(await readValue(t, tag, first.property), before),
      'the property after the failed one is written',
      { expected: before },
    );
  }),
];
