/** The properties of components and materials, for use by actions, tweens, nodes, the journal and REST. */
import { ApiError } from '#spec/errors.ts';
import { type Shader, shaders } from '../materials/shaders.ts';
import { memoizeWeak } from '../../shared/memoize-weak.ts';
import type { PortType } from '#spec/values.ts';
import type { Property, PropertyTable, ValueOfType } from '../property.ts';
import type { Material } from '../materials/material.ts';
import type { SceneObject } from '../scene-object.ts';
import type { ComponentType } from './component-type.ts';
import type { ComponentInstance } from './component-instance.ts';
import type { PropertyDefinition, PropertySchema, InferValues } from './property-schema.ts';

type ValueHolder = Pick<ComponentInstance | Material, 'values' | 'write'>;

const createHeldProperty = <T extends PortType>(
  definition: PropertyDefinition<T>,
  name: string,
  getHolder: (object: SceneObject) => ValueHolder,
  check?: ComponentType['check'],
): Property<SceneObject, T> => {
  const { initial: _, ...metadata } = definition;
  /** The property may no longer exist, since the shader of a material can change. */
  const getHolderWithProperty = (object: SceneObject): ValueHolder => {
    const holder = getHolder(object);
    if (Object.hasOwn(holder.values, name)) return holder;
    throw new ApiError('PROPERTY_NOT_FOUND', `'${name}' is no longer a property of '${object.tag}'.`, {
      ...{ object: object.tag, property: name },
    });
  };
  return {
    ...metadata,
    read: (object) => getHolderWithProperty(object).values[name] as ValueOfType<T>,
    write: (object, value) => getHolderWithProperty(object).write(name, value),
    ...(check && {
      checkBeside: (object, value) => check({ ...getHolderWithProperty(object).values, [name]: value }),
    }),
  };
};

const createPropertyTable = (
  schema: PropertySchema,
  getHolder: (object: SceneObject) => ValueHolder,
  check?: ComponentType['check'],
): PropertyTable<SceneObject> =>
  Object.fromEntries(
    Object.entries(schema).map(([name, definition]) => [
      name,
      createHeldProperty(definition, name, getHolder, check),
    ]),
  );

/**
 * Returns a component of an object.
 * @throws ApiError COMPONENT_NOT_FOUND when the object has no such component; the message lists its components
 */
export const getComponent = (object: SceneObject, component: string): ComponentInstance => {
  const part = object.components.get(component);
  if (part) return part;
  const components = [...object.components.keys()];
  throw new ApiError('COMPONENT_NOT_FOUND', `The object '${object.tag}' has no component '${component}'.`, {
    ...{ object: object.tag, component, components },
  });
};

/** A component with typed values. */
export type TypedComponent<S extends PropertySchema> = ComponentInstance & {
  readonly values: Readonly<InferValues<S>>;
};

export const findComponentOfType = <S extends PropertySchema>(
  { components }: SceneObject,
  { name }: ComponentType<S>,
): TypedComponent<S> | undefined => components.get(name) as TypedComponent<S> | undefined;

/**
 * Returns an object's component of a given type.
 * @throws ApiError COMPONENT_NOT_FOUND when the object has no such component
 */
export const getComponentOfType = <S extends PropertySchema>(
  object: SceneObject,
  type: ComponentType<S>,
): TypedComponent<S> => getComponent(object, type.name) as TypedComponent<S>;

/** Returns a property of a component type. The property can be used with any object that has such a component. */
export const getComponentProperty = <S extends PropertySchema, Name extends keyof S & string>(
  { name: component, schema }: ComponentType<S>,
  name: Name,
): Property<SceneObject, S[Name]['type']> =>
  createHeldProperty(schema[name] as PropertyDefinition<S[Name]['type']>, name, (object) =>
    getComponent(object, component),
  );

// Tables are cached, since creating one takes many times as long as reading a property.
const getTypeTable = memoizeWeak(({ name, schema, check }: ComponentType) =>
  createPropertyTable(schema, (object) => getComponent(object, name), check),
);

/** Returns a component's properties, keyed by name. */
export const getComponentTable = ({ type }: ComponentInstance): PropertyTable<SceneObject> =>
  getTypeTable(type);

/**
 * Returns an object's material at an index.
 * @throws ApiError ACTION_FAILED when the object has no material at this index
 */
export const getMaterial = (object: SceneObject, index: number): Material => {
  const { materials } = object;
  const found = materials[index];
  if (found) return found;
  const has = materials.length === 0 ? 'no material' : `materials 0 to ${materials.length - 1}`;
  throw new ApiError(
    'ACTION_FAILED',
    `The object '${object.tag}' has ${has}, so there is no material ${index}.`,
    { object: object.tag, material: index, materials: materials.length },
  );
};

const shaderNames = shaders.map(({ name }) => name);

/**
 * Creates the property for a material's shader, which is selected by name. When the shader changes, values of
 * properties that both shaders have are preserved.
 */
const createShaderProperty = (index: number): Property<SceneObject, 'Dropdown'> => ({
  type: 'Dropdown',
  description: 'Shader of the surface',
  options: shaderNames,
  read: (object) => getMaterial(object, index).shader.name,
  write(object, name) {
    const next = shaders.find((shader) => shader.name === name);
    if (next) object.setMaterial(index, next, getMaterial(object, index).values);
  },
});

const getShaderTables = memoizeWeak((_: Shader): PropertyTable<SceneObject>[] => []);

/** Returns a material's properties, keyed by name. */
export const getMaterialTable = ({ shader }: Material, index: number): PropertyTable<SceneObject> => {
  const tables = getShaderTables(shader);
  tables[index] ??= {
    shader: createShaderProperty(index),
    ...createPropertyTable(shader.schema, (object) => getMaterial(object, index)),
  };
  return tables[index];
};
