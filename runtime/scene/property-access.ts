/** The properties of scene objects by name (description: 'Property access on scene objects and assets'). */
import { coerce } from '#spec/coerce.ts';
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import type { Json } from '#spec/values.ts';
import type { ComponentFacts, PropertyFacts, PropertyOutcomes, PropertyWrite } from '../link/protocol.ts';
import { componentNames, findTable, materialName, tablesOf, transformName } from './properties.ts';
import { exchange } from './property.ts';
import { factsOf, writeEach } from './property-facts.ts';
import type { Property, PropertyTable } from './property.ts';
import type { SceneObject } from './scene-object.ts';

/** The components of an object, with how many properties each has. */
export const componentsOf = (object: SceneObject): ComponentFacts[] =>
  tablesOf(object).map(([name, table]) => ({
    name,
    propertyCount: Object.keys(table).length,
    ...aboutComponent(object, name),
  }));

const aboutComponent = ({ parts, materials }: SceneObject, name: string) => {
  const part = parts.get(name);
  if (part) return { description: part.kind.description, enabled: part.enabled };
  const shader = materials.find((_, index) => materialName(index) === name)?.shader;
  const description =
    name === transformName ? 'Where it is, how it is turned and scaled' : (shader?.description ?? '');
  return { description, enabled: true };
};

/**
 * The properties of a component by name.
 * @throws Fault COMPONENT_NOT_FOUND that names those that the object has
 */
const tableOf = (object: SceneObject, component: string): PropertyTable<SceneObject> => {
  const found = findTable(object, component);
  if (found) return found;
  const components = componentNames(object);
  throw new Fault(
    'COMPONENT_NOT_FOUND',
    `The object '${object.tag}' has no component '${component}'.`,
    { object: object.tag, component, nearest: nearest(component, components), components },
    `${pathTo(object)} lists them.`,
  );
};

/** One property; undefined when there is none, without a word of those that there are. */
export const findProperty = (
  object: SceneObject,
  component: string,
  name: string,
): Property<SceneObject> | undefined => {
  const table = findTable(object, component);
  return table && entryOf(table, name);
};

const entryOf = (table: PropertyTable<SceneObject>, name: string): Property<SceneObject> | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** One property. @throws Fault COMPONENT_NOT_FOUND or PROPERTY_NOT_FOUND */
export const propertyOf = (object: SceneObject, component: string, name: string): Property<SceneObject> => {
  const table = tableOf(object, component);
  const found = entryOf(table, name);
  if (found) return found;
  const properties = Object.keys(table);
  throw new Fault(
    'PROPERTY_NOT_FOUND',
    `The component '${component}' of '${object.tag}' has no property '${name}'.`,
    { object: object.tag, component, property: name, nearest: nearest(name, properties), properties },
    `${pathTo(object, component)} lists them; letter case counts.`,
  );
};

const pathTo = (object: SceneObject, component?: string): string => {
  const tag = encodeURIComponent(object.tag);
  const name = component && encodeURIComponent(component);
  return name ? `GET /api/objects/${tag}/components/${name}` : `GET /api/objects/${tag}/components`;
};

/** The properties of a component, in the order of their declaration. @throws Fault as `tableOf` does */
export const readProperties = (object: SceneObject, component: string): PropertyFacts[] =>
  Object.entries(tableOf(object, component)).map(([name, property]) =>
    factsOf(name, property, property.read(object) as Json),
  );

/** One property. @throws Fault COMPONENT_NOT_FOUND or PROPERTY_NOT_FOUND */
export const readProperty = (object: SceneObject, component: string, name: string): PropertyFacts => {
  const property = propertyOf(object, component, name);
  return factsOf(name, property, property.read(object) as Json);
};

interface Place {
  readonly object: SceneObject;
  readonly component: string;
  readonly name: string;
}

/**
 * The canonical form of a value for the property that is at a place.
 * @throws Fault INVALID_VALUE for what it does not take
 */
export const acceptedFor = (
  { type, options, minimum, maximum, longest, readOnly, check, checkBeside }: Property<SceneObject>,
  { object, component, name }: Place,
  raw: Json,
): Json => {
  const remedies = () => {
    const shown = `${pathTo(object, component)} shows what it takes.`;
    return { options: shown, range: shown };
  };
  if (readOnly)
    throw new Fault('INVALID_VALUE', `'${name}' only tells, and is not written.`, { name }, remedies().range);
  const value = coerce({ name, type, options, minimum, maximum, longest }, raw, remedies);
  check?.(value);
  checkBeside?.(object, value);
  return value;
};

/** Writes a property in one of the shapes of its type. @throws Fault as `writeProperty` does */
const write = (object: SceneObject, component: string, { name, value: raw }: PropertyWrite): void => {
  const property = propertyOf(object, component, name);
  property.write(object, acceptedFor(property, { object, component, name }, raw) as never);
};

/**
 * Writes a property in one of the shapes of its type.
 * @returns the value before and, as it is held, the value now
 * @throws Fault COMPONENT_NOT_FOUND, PROPERTY_NOT_FOUND, or INVALID_VALUE for what it does not take
 */
export const writeProperty = (
  object: SceneObject,
  component: string,
  { name, value: raw }: PropertyWrite,
): { previous: Json; value: Json } => {
  const property = propertyOf(object, component, name);
  const value = acceptedFor(property, { object, component, name }, raw);
  const { previous } = exchange(object, property, value as never);
  return { previous: previous as Json, value: property.read(object) as Json };
};

/** Writes properties in order; one that fails has the reason and does not stop the rest. @throws Fault as `tableOf` does */
export const writeProperties = (
  object: SceneObject,
  component: string,
  writes: readonly PropertyWrite[],
): PropertyOutcomes => {
  tableOf(object, component);
  return writeEach(writes, (one) => write(object, component, one));
};
