/** Every property of scene objects and of their components, by the name of the component. */
import type { Space } from '#spec/actions/parameter-schemas.ts';
import { getMaterialTable, getComponentTable } from './components/component-properties.ts';
import { defineProperty } from './property.ts';
import {
  getPosition,
  getRotation,
  getScale,
  setPosition,
  setRotation,
  setScale,
} from './object-transform.ts';
import type { PropertyTable } from './property.ts';
import type { SceneObject } from './scene-object.ts';

/** What every object has, whatever its components are. */
export const objectProperties = {
  name: defineProperty(
    'String',
    'Display name',
    (object: SceneObject) => object.name,
    (object, name) => {
      object.name = name;
    },
  ),
  active: defineProperty(
    'Boolean',
    'Whether it is active itself, whatever its parents are',
    (object: SceneObject) => object.active,
    (object, active) => {
      object.active = active;
    },
  ),
  layer: defineProperty(
    'Integer',
    'Index of its layer',
    (object: SceneObject) => object.layer,
    (object, index) => {
      object.layer = index;
    },
  ),
};

/** Positions are metres, rotations Euler angles in degrees in the order XYZ; in the world where the name says so. */
export const transformProperties = {
  position: defineProperty(
    'Vector3',
    'Position relative to the parent, in metres',
    (object: SceneObject) => getPosition(object, 'local'),
    (object, position) => setPosition(object, position, 'local'),
  ),
  rotation: defineProperty(
    'Vector3',
    'Euler angles relative to the parent, in degrees, in the order XYZ',
    (object: SceneObject) => getRotation(object, 'local'),
    (object, degrees) => setRotation(object, degrees, 'local'),
    // the quaternion alone decides; angles may differ for one and the same turn
    { exact: ({ node }) => node.quaternion.toArray() },
  ),
  scale: defineProperty('Vector3', 'Scale relative to the parent', getScale, setScale),
  worldPosition: defineProperty(
    'Vector3',
    'Position in the world, in metres',
    (object: SceneObject) => getPosition(object, 'world'),
    (object, position) => setPosition(object, position, 'world'),
    { derived: true },
  ),
  worldRotation: defineProperty(
    'Vector3',
    'Euler angles in the world, in degrees, in the order XYZ',
    (object: SceneObject) => getRotation(object, 'world'),
    (object, degrees) => setRotation(object, degrees, 'world'),
    { derived: true },
  ),
};

export const getPositionProperty = (space: Space) =>
  space === 'local' ? transformProperties.position : transformProperties.worldPosition;
export const getRotationProperty = (space: Space) =>
  space === 'local' ? transformProperties.rotation : transformProperties.worldRotation;

/** The component that every object has. */
export const transformComponentName = 'Transform';

/** What the material at an index is called among the components of its object. */
export const getMaterialName = (index: number): string => (index === 0 ? 'Material' : `Material ${index}`);

/** The properties of each component of an object by its name: its transform first, its materials last. */
export const listPropertyTables = (
  object: SceneObject,
): readonly (readonly [component: string, table: PropertyTable<SceneObject>])[] => [
  [transformComponentName, transformProperties],
  ...[...object.components].map(([name, part]) => [name, getComponentTable(part)] as const),
  ...object.materials.map(
    (material, index) => [getMaterialName(index), getMaterialTable(material, index)] as const,
  ),
];

/** The properties of one component of an object, without a look at the others; undefined when it has none of that name. */
export const findPropertyTable = (
  object: SceneObject,
  component: string,
): PropertyTable<SceneObject> | undefined => {
  if (component === transformComponentName) return transformProperties;
  const part = object.components.get(component);
  if (part) return getComponentTable(part);
  const index = object.materials.findIndex((_, at) => getMaterialName(at) === component);
  const material = object.materials[index];
  return material && getMaterialTable(material, index);
};

export const listComponentNames = ({ components, materials }: SceneObject): string[] => [
  transformComponentName,
  ...components.keys(),
  ...materials.map((_, index) => getMaterialName(index)),
];
