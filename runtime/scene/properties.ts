/** Every property of scene objects and of their components, by the name of the component. */
import type { Space } from '#spec/actions/parameters.ts';
import { tableOfMaterial, tableOfPart } from './components/properties.ts';
import { property } from './property.ts';
import { positionOf, rotationOf, scaleOf, setPosition, setRotation, setScale } from './transform.ts';
import type { PropertyTable } from './property.ts';
import type { SceneObject } from './scene-object.ts';

/** What every object has, whatever its components are. */
export const objectProperties = {
  name: property(
    'String',
    'Display name',
    (object: SceneObject) => object.name,
    (object, name) => {
      object.name = name;
    },
  ),
  active: property(
    'Boolean',
    'Whether it is active itself, whatever its parents are',
    (object: SceneObject) => object.active,
    (object, active) => {
      object.active = active;
    },
  ),
  layer: property(
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
  position: property(
    'Vector3',
    'Position relative to the parent, in metres',
    (object: SceneObject) => positionOf(object, 'local'),
    (object, position) => setPosition(object, position, 'local'),
  ),
  rotation: property(
    'Vector3',
    'Euler angles relative to the parent, in degrees, in the order XYZ',
    (object: SceneObject) => rotationOf(object, 'local'),
    (object, degrees) => setRotation(object, degrees, 'local'),
    // the quaternion alone decides; angles may differ for one and the same turn
    { exact: ({ node }) => node.quaternion.toArray() },
  ),
  scale: property('Vector3', 'Scale relative to the parent', scaleOf, setScale),
  worldPosition: property(
    'Vector3',
    'Position in the world, in metres',
    (object: SceneObject) => positionOf(object, 'world'),
    (object, position) => setPosition(object, position, 'world'),
    { derived: true },
  ),
  worldRotation: property(
    'Vector3',
    'Euler angles in the world, in degrees, in the order XYZ',
    (object: SceneObject) => rotationOf(object, 'world'),
    (object, degrees) => setRotation(object, degrees, 'world'),
    { derived: true },
  ),
};

export const positionIn = (space: Space) =>
  space === 'local' ? transformProperties.position : transformProperties.worldPosition;
export const rotationIn = (space: Space) =>
  space === 'local' ? transformProperties.rotation : transformProperties.worldRotation;

/** The component that every object has. */
export const transformName = 'Transform';

/** What the material at an index is called among the components of its object. */
export const materialName = (index: number): string => (index === 0 ? 'Material' : `Material ${index}`);

/** The properties of each component of an object by its name: its transform first, its materials last. */
export const tablesOf = (
  object: SceneObject,
): readonly (readonly [component: string, table: PropertyTable<SceneObject>])[] => [
  [transformName, transformProperties],
  ...[...object.parts].map(([name, part]) => [name, tableOfPart(part)] as const),
  ...object.materials.map(
    (material, index) => [materialName(index), tableOfMaterial(material, index)] as const,
  ),
];

/** The properties of one component of an object, without a look at the others; undefined when it has none of that name. */
export const findTable = (object: SceneObject, component: string): PropertyTable<SceneObject> | undefined => {
  if (component === transformName) return transformProperties;
  const part = object.parts.get(component);
  if (part) return tableOfPart(part);
  const index = object.materials.findIndex((_, at) => materialName(at) === component);
  const material = object.materials[index];
  return material && tableOfMaterial(material, index);
};

export const componentNames = ({ parts, materials }: SceneObject): string[] => [
  transformName,
  ...parts.keys(),
  ...materials.map((_, index) => materialName(index)),
];
