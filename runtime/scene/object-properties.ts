/** All properties of scene objects and their components, grouped by component name. */
import { getComponentTable, getMaterialTable } from './components/component-properties.ts';
import {
  getPosition,
  getRotation,
  getScale,
  setPosition,
  setRotation,
  setScale,
} from './object-transform.ts';
import { capturePropertyState, defineProperty, type PropertyTable } from './property.ts';
import type { Space } from '#spec/actions/parameter-schemas.ts';
import type { SceneObject } from './scene-object.ts';

/** The properties that every object has, regardless of its components. */
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
    'Whether it is active itself, regardless of its parents',
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

/**
 * Positions are in metres, and rotations are Euler angles in degrees in the order XYZ. Properties whose names contain
 * `world` are in world coordinates.
 */
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
    // Only the quaternion is unique, since different angles can describe the same rotation.
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

export const transformComponentName = 'Transform';

export const getMaterialName = (index: number): string => (index === 0 ? 'Material' : `Material ${index}`);

/**
 * Returns an object's property tables, keyed by component name. The transform comes first and the materials come last.
 */
export const listPropertyTables = (
  object: SceneObject,
): readonly (readonly [component: string, table: PropertyTable<SceneObject>])[] => [
  [transformComponentName, transformProperties],
  ...[...object.components].map(([name, part]) => [name, getComponentTable(part)] as const),
  ...object.materials.map(
    (material, index) => [getMaterialName(index), getMaterialTable(material, index)] as const,
  ),
];

/**
 * Returns the property table of one component without building the others; `undefined` when the object has no such
 * component.
 */
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

export const captureObjectState = (object: SceneObject) => {
  const { id, tag, type, components } = object;
  return {
    ...{ id, tag, type },
    ...capturePropertyState(objectProperties, object),
    home: object.node.homeTransform,
    disabled: [...components].filter(([, { enabled }]) => !enabled).map(([name]) => name),
    components: Object.fromEntries(
      listPropertyTables(object).map(([name, table]) => [name, capturePropertyState(table, object)]),
    ),
  };
};
