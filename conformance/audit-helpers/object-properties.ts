/** Reads the properties of a scene object's components. */
import { isRecord, type JsonRecord, walkJson } from '../json.ts';
import { pathTo } from '../target/id.ts';
import type { AuditTools } from '../audit.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { Fields } from '../target/undocumented-fields.ts';

/** Compares values with a tolerance for rounding in angles and in single-precision numbers. */
export const isApproximatelyEqual = (a: unknown, b: unknown): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-4;
  if (isRecord(a) && isRecord(b)) return Object.keys(b).every((key) => isApproximatelyEqual(a[key], b[key]));
  return a === b;
};

/**
 * Returns other values that a property might accept. A whole number may be an Integer, which rounds fractions, so whole
 * numbers come first for it.
 */
export const listOtherValues = (value: unknown): readonly unknown[] => {
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'number') return [];
  const [fraction, whole] = [value === 0.5 ? 0.25 : 0.5, value === 2 ? 3 : 2];
  return Number.isInteger(value) ? [value === 1 ? 0 : 1, whole, fraction] : [fraction, whole];
};

/**
 * Whether a response to a write contains a value: in the field, if the manifest gives its location, or else anywhere in
 * the response.
 */
export const containsValue = (
  t: AuditTools,
  response: unknown,
  field: FieldName,
  value: unknown,
): boolean => {
  const isLocated = t.manifest.choices.paths[field] !== undefined;
  const candidates = isLocated ? [t.fields.read(response, field)] : [...walkJson(response)];
  return candidates.some((one) => isApproximatelyEqual(one, value));
};

/** The result for one property in the response to a bulk write. */
interface WriteResult {
  readonly name: string;
  readonly success: unknown;
  readonly record: JsonRecord;
}

/** Parses the results of a bulk write, which may be in any order. */
export const parseWriteResults = (t: AuditTools, reply: Reply): readonly WriteResult[] =>
  t.fields
    .named(reply.at('results'), 'property.name')
    .flatMap(({ name, entry }) => (isRecord(entry) ? { name, success: entry.success, record: entry } : []));

/** Returns the names and success flags of a bulk write in a fixed order, so that they can be compared. */
export const sortOutcomes = (
  results: readonly Pick<WriteResult, 'name' | 'success'>[],
): readonly (readonly [string, unknown])[] =>
  results
    .map(({ name, success }) => [name, success] as const)
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/**
 * Whether the failed results have an error. The audit is NOT_VERIFIED if a failed result has other fields, one of which
 * may be the error.
 */
export const haveErrors = (t: AuditTools, results: readonly WriteResult[]): boolean => {
  const failed = results.filter(({ success }) => success === false).map(({ record }) => record);
  const unexplained = failed.filter((record) => t.fields.read(record, 'result.error') == null);
  const isShown = t.manifest.choices.paths['result.error'] !== undefined;
  for (const record of unexplained) {
    const others = Object.keys(record).filter((key) => !['name', 'success', 'error'].includes(key));
    t.given(isShown || others.length === 0, 'the error of a failed result (choices.paths "result.error")', {
      actual: record,
    });
  }
  return failed.length > 0 && unexplained.length === 0;
};

interface TargetReader {
  readonly http: HttpClient;
  readonly fields: Fields;
}

interface ObjectComponent {
  readonly name: string;
  readonly entry: unknown;
}

export interface ObjectProperty {
  readonly component: string;
  readonly name: string;
  readonly entry: unknown;
  readonly value: unknown;
}

export const componentsPath = (tag: string): string => pathTo`/api/objects/${tag}/components`;

export const componentPath = (tag: string, component: string): string =>
  pathTo`/api/objects/${tag}/components/${component}`;

export const propertyPath = (
  tag: string,
  { component, name }: Pick<ObjectProperty, 'component' | 'name'>,
): string => pathTo`/api/objects/${tag}/components/${component}/${name}`;

/** Returns the list in a response, regardless of whether the list is bare or wrapped. */
const parseList = ({ fields }: TargetReader, { json }: Reply): unknown =>
  fields.items(json) ?? (isRecord(json) && 'components' in json ? json.components : json);

/** Parses the named components in a response. */
export const parseObjectComponents = (lists: TargetReader, reply: Reply): readonly ObjectComponent[] =>
  lists.fields.named(parseList(lists, reply), 'component.name');

/** Parses the named properties in the response for a component. */
export const parseObjectProperties = (
  { fields }: TargetReader,
  component: string,
  { json }: Reply,
): readonly ObjectProperty[] => {
  const list = fields.items(json) ?? fields.read(json, 'component.properties');
  return fields.named(list, 'property.name').map(({ name, entry }) => ({
    ...{ component, name, entry },
    value: isRecord(entry) ? fields.read(entry, 'property.value') : entry,
  }));
};

/** Reads all properties of all components of an object. */
export const readObjectProperties = async (
  lists: TargetReader,
  tag: string,
): Promise<readonly ObjectProperty[]> => {
  const found: ObjectProperty[] = [];
  for (const { name } of parseObjectComponents(lists, await lists.http.get(componentsPath(tag)))) {
    found.push(...parseObjectProperties(lists, name, await lists.http.get(componentPath(tag, name))));
  }
  return found;
};
