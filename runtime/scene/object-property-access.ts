/** Access to the properties of scene objects by name (description: 'Property access on scene objects and assets'). */
import { coerceValue } from '#spec/coerce-value.ts';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import {
  findPropertyTable,
  getMaterialName,
  listComponentNames,
  listPropertyTables,
  transformComponentName,
} from './object-properties.ts';
import { describeProperty, runPropertyWrites, swapValue } from './property.ts';
import type { Json } from '#spec/values.ts';
import type {
  ComponentInfo,
  PropertyInfo,
  PropertyWrite,
  PropertyWriteResults,
} from '../link/runtime-link.ts';
import type { SceneObject } from './scene-object.ts';
import type { Property, PropertyTable } from './property.ts';

/** Lists an object's components, each with its number of properties. */
export const listComponents = (object: SceneObject): ComponentInfo[] =>
  listPropertyTables(object).map(([name, table]) => ({
    name,
    propertyCount: Object.keys(table).length,
    ...describeComponent(object, name),
  }));

const describeComponent = ({ components, materials }: SceneObject, name: string) => {
  const part = components.get(name);
  if (part) return { description: part.type.description, enabled: part.enabled };
  const shader = materials.find((_, index) => getMaterialName(index) === name)?.shader;
  const description =
    name === transformComponentName ? 'Position, rotation and scale' : (shader?.description ?? '');
  return { description, enabled: true };
};

/**
 * Returns a component's properties, keyed by name.
 * @throws ApiError COMPONENT_NOT_FOUND; the message lists the object's components
 */
const getPropertyTable = (object: SceneObject, component: string): PropertyTable<SceneObject> => {
  const table = findPropertyTable(object, component);
  if (table) return table;
  const components = listComponentNames(object);
  throw new ApiError(
    'COMPONENT_NOT_FOUND',
    `The object '${object.tag}' has no component '${component}'.`,
    { object: object.tag, component, nearest: suggestNames(component, components), components },
    `${formatComponentRoute(object)} lists them.`,
  );
};

/**
 * Returns a property; `undefined` when it doesn't exist. This function is cheaper than `getProperty`, because it
 * creates no error message.
 */
export const findProperty = (
  object: SceneObject,
  component: string,
  name: string,
): Property<SceneObject> | undefined => {
  const table = findPropertyTable(object, component);
  return table && findTableEntry(table, name);
};

const findTableEntry = (
  table: PropertyTable<SceneObject>,
  name: string,
): Property<SceneObject> | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);

/**
 * Returns a property.
 * @throws ApiError COMPONENT_NOT_FOUND or PROPERTY_NOT_FOUND
 */
export const getProperty = (object: SceneObject, component: string, name: string): Property<SceneObject> => {
  const table = getPropertyTable(object, component);
  const property = findTableEntry(table, name);
  if (property) return property;
  const properties = Object.keys(table);
  throw new ApiError(
    'PROPERTY_NOT_FOUND',
    `The component '${component}' of '${object.tag}' has no property '${name}'.`,
    { object: object.tag, component, property: name, nearest: suggestNames(name, properties), properties },
    `${formatComponentRoute(object, component)} lists its properties; letter case matters.`,
  );
};

const formatComponentRoute = (object: SceneObject, component?: string): string => {
  const tag = encodeURIComponent(object.tag);
  const name = component && encodeURIComponent(component);
  return name ? `GET /api/objects/${tag}/components/${name}` : `GET /api/objects/${tag}/components`;
};

/**
 * Returns a component's properties with their values, in declaration order.
 * @throws ApiError COMPONENT_NOT_FOUND
 */
export const readObjectProperties = (object: SceneObject, component: string): PropertyInfo[] =>
  Object.entries(getPropertyTable(object, component)).map(([name, property]) =>
    describeProperty(name, property, property.read(object)),
  );

/**
 * Returns a property with its value.
 * @throws ApiError COMPONENT_NOT_FOUND or PROPERTY_NOT_FOUND
 */
export const readObjectProperty = (object: SceneObject, component: string, name: string): PropertyInfo => {
  const property = getProperty(object, component, name);
  return describeProperty(name, property, property.read(object));
};

interface PropertyLocation {
  readonly object: SceneObject;
  readonly component: string;
  readonly name: string;
}

/**
 * Converts a value to the canonical form of the property's type.
 * @throws ApiError INVALID_VALUE when the property does not accept the value
 */
export const parsePropertyValue = (
  { type, options, minimum, maximum, maxLength, readOnly, check, checkBeside }: Property<SceneObject>,
  { object, component, name }: PropertyLocation,
  raw: Json,
): Json => {
  const getRemedies = () => {
    const acceptedValues = `${formatComponentRoute(object, component)} shows the accepted values.`;
    return { options: acceptedValues, range: acceptedValues };
  };
  if (readOnly) throw new ApiError('INVALID_VALUE', `'${name}' is read-only.`, { name }, getRemedies().range);
  const value = coerceValue({ name, type, options, minimum, maximum, longest: maxLength }, raw, getRemedies);
  check?.(value);
  checkBeside?.(object, value);
  return value;
};

/**
 * Writes a property. The value may have any of the forms that its type allows.
 * @throws ApiError the same errors as `writeObjectProperty`
 */
const writeParsedValue = (
  object: SceneObject,
  component: string,
  { name, value: raw }: PropertyWrite,
): void => {
  const property = getProperty(object, component, name);
  property.write(object, parsePropertyValue(property, { object, component, name }, raw));
};

/**
 * Writes a property. The value may have any of the forms that its type allows.
 * @returns the previous value, and the new value as it is stored
 * @throws ApiError COMPONENT_NOT_FOUND, PROPERTY_NOT_FOUND, or INVALID_VALUE when the property does not accept the
 * value
 */
export const writeObjectProperty = (
  object: SceneObject,
  component: string,
  { name, value: raw }: PropertyWrite,
): { previous: Json; value: Json } => {
  const property = getProperty(object, component, name);
  const value = parsePropertyValue(property, { object, component, name }, raw);
  const { previous } = swapValue(object, property, value);
  return { previous, value: property.read(object) };
};

/**
 * Writes properties in order. A write that fails is reported with its reason, and the remaining writes still run.
 * @throws ApiError COMPONENT_NOT_FOUND
 */
export const writeObjectProperties = (
  object: SceneObject,
  component: string,
  writes: readonly PropertyWrite[],
): PropertyWriteResults => {
  getPropertyTable(object, component);
  return runPropertyWrites(writes, (write) => writeParsedValue(object, component, write));
};
