/** The properties of components and materials, as actions, tweens, nodes, journal and REST meet them. */
import { Fault } from '#spec/errors.ts';
import { shaders } from '../materials/shader.ts';
import { oncePer } from '../once-per.ts';
import type { Json, PortType } from '#spec/values.ts';
import type { Property, PropertyTable, ValueOfType } from '../property.ts';
import type { Material } from '../materials/material.ts';
import type { Shader } from '../materials/shader.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Kind } from './kind.ts';
import type { Part } from './part.ts';
import type { Slot, Slots, ValuesOf } from './slots.ts';

type Holder = Pick<Part | Material, 'values' | 'write'>;

const held = <T extends PortType>(
  slot: Slot<T>,
  name: string,
  holderOf: (object: SceneObject) => Holder,
  check?: Kind['check'],
): Property<SceneObject, T> => {
  const { initial: _, ...facts } = slot;
  /** A material may have come to another shader. */
  const holding = (object: SceneObject): Holder => {
    const holder = holderOf(object);
    if (Object.hasOwn(holder.values, name)) return holder;
    throw new Fault('PROPERTY_NOT_FOUND', `'${name}' is no property of '${object.tag}' any more.`, {
      ...{ object: object.tag, property: name },
    });
  };
  return {
    ...facts,
    read: (object) => holding(object).values[name] as ValueOfType<T>,
    write: (object, value) => holding(object).write(name, value as Json),
    ...(check && {
      checkBeside: (object, value) => check({ ...holding(object).values, [name]: value } as never),
    }),
  };
};

const tableOf = (
  slots: Slots,
  holderOf: (object: SceneObject) => Holder,
  check?: Kind['check'],
): PropertyTable<SceneObject> =>
  Object.fromEntries(Object.entries(slots).map(([name, slot]) => [name, held(slot, name, holderOf, check)]));

/**
 * A component of an object.
 * @throws Fault COMPONENT_NOT_FOUND that names those that it has
 */
export const partOf = (object: SceneObject, component: string): Part => {
  const part = object.parts.get(component);
  if (part) return part;
  const components = [...object.parts.keys()];
  throw new Fault('COMPONENT_NOT_FOUND', `The object '${object.tag}' has no component '${component}'.`, {
    ...{ object: object.tag, component, components },
  });
};

/** The component of a kind, with values of the types of its slots. @throws Fault as `partOf` does */
export const partOfKind = <S extends Slots>(
  object: SceneObject,
  { name }: Kind<S>,
): Part & { readonly values: Readonly<ValuesOf<S>> } =>
  partOf(object, name) as Part & { readonly values: Readonly<ValuesOf<S>> };

/** The property of a kind of component, of whatever object has such a component. */
export const at = <S extends Slots, Name extends keyof S & string>(
  { name: component, slots }: Kind<S>,
  name: Name,
): Property<SceneObject, S[Name]['type']> =>
  held(slots[name] as Slot<S[Name]['type']>, name, (object) => partOf(object, component));

// a table takes many times as long to make as a property to read
const tableOfKind = oncePer(({ name, slots, check }: Kind) =>
  tableOf(slots, (object) => partOf(object, name), check),
);

/** The properties of a component by name. */
export const tableOfPart = ({ kind }: Part): PropertyTable<SceneObject> => tableOfKind(kind);

/** The material of an object at an index. @throws Fault ACTION_FAILED when there is none */
export const materialOf = (object: SceneObject, index: number): Material => {
  const { materials } = object;
  const found = materials[index];
  if (found) return found;
  const has = materials.length === 0 ? 'no material' : `materials 0 to ${materials.length - 1}`;
  throw new Fault(
    'ACTION_FAILED',
    `The object '${object.tag}' has ${has}, so there is no material ${index}.`,
    {
      ...{ object: object.tag, material: index, materials: materials.length },
    },
  );
};

const shaderNames = shaders.map(({ name }) => name);

/** The shader by its name; what the one before and the next have in common stays as it is. */
const shaderAt = (index: number): Property<SceneObject, 'Dropdown'> => ({
  type: 'Dropdown',
  description: 'How the surface looks',
  options: shaderNames,
  read: (object) => materialOf(object, index).shader.name,
  write(object, name) {
    const next = shaders.find((shader) => shader.name === name);
    if (next) object.paint(index, next, materialOf(object, index).values);
  },
});

const tablesOfShader = oncePer((_: Shader): PropertyTable<SceneObject>[] => []);

/** The properties of a material by name. */
export const tableOfMaterial = ({ shader }: Material, index: number): PropertyTable<SceneObject> => {
  const tables = tablesOfShader(shader);
  tables[index] ??= {
    shader: shaderAt(index),
    ...tableOf(shader.slots, (object) => materialOf(object, index)),
  };
  return tables[index];
};
