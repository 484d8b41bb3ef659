/** Every property of scene objects and of their components, by the name of the component. */
import type { Light, PerspectiveCamera } from 'three';
import type { Space } from '#spec/actions/parameters.ts';
import { colorOf, colorsOf, setColor } from './appearance.ts';
import { property } from './property.ts';
import { positionOf, rotationOf, scaleOf, setPosition, setRotation, setScale } from './transform.ts';
import type { Property, PropertyTable } from './property.ts';
import type { SceneObject } from './scene-object.ts';

/** What every object has, whatever its components are. */
export const objectProperties = {
  name: property(
    'String',
    (object: SceneObject) => object.name,
    (object, name) => {
      object.name = name;
    },
  ),
  active: property(
    'Boolean',
    (object: SceneObject) => object.active,
    (object, active) => {
      object.active = active;
    },
  ),
  /** The index of the layer. */
  layer: property(
    'Integer',
    (object: SceneObject) => object.layer,
    (object, index) => {
      object.layer = index;
    },
  ),
};

/** The colour of the material at an index, or of a light its own (register: C-42). */
export const colorAt = (index: number): Property<SceneObject, 'Color'> =>
  property(
    'Color',
    (object) => colorOf(object, index),
    (object, color) => setColor(object, color, index),
  );

const mainColor: Property<SceneObject, 'Color'> = { ...colorAt(0), exact: colorsOf };

/** A property of the lens, after a change of which the camera projects anew. */
const lens = (key: 'fov' | 'aspect' | 'near' | 'far' | 'zoom'): Property<SceneObject, 'Float'> => {
  const cameraOf = ({ node }: SceneObject) => node as PerspectiveCamera;
  return property(
    'Float',
    (object) => cameraOf(object)[key],
    (object, value) => {
      cameraOf(object)[key] = value;
      cameraOf(object).updateProjectionMatrix();
    },
  );
};

/** Positions are metres, rotations Euler angles in degrees in the order XYZ; in the world where the name says so. */
export const properties = {
  Transform: {
    position: property(
      'Vector3',
      (object: SceneObject) => positionOf(object, 'local'),
      (object, position) => setPosition(object, position, 'local'),
    ),
    rotation: property(
      'Vector3',
      (object: SceneObject) => rotationOf(object, 'local'),
      (object, degrees) => setRotation(object, degrees, 'local'),
      // the quaternion alone decides; angles may differ for one and the same turn
      { exact: ({ node }) => node.quaternion.toArray() },
    ),
    scale: property('Vector3', scaleOf, setScale),
    worldPosition: property(
      'Vector3',
      (object: SceneObject) => positionOf(object, 'world'),
      (object, position) => setPosition(object, position, 'world'),
      { derived: true },
    ),
    worldRotation: property(
      'Vector3',
      (object: SceneObject) => rotationOf(object, 'world'),
      (object, degrees) => setRotation(object, degrees, 'world'),
      { derived: true },
    ),
  },
  Mesh: { color: mainColor },
  Light: {
    color: mainColor,
    intensity: property(
      'Float',
      ({ node }: SceneObject) => (node as Light).intensity,
      ({ node }, intensity) => {
        (node as Light).intensity = intensity;
      },
    ),
  },
  Camera: {
    fov: lens('fov'),
    aspect: lens('aspect'),
    near: lens('near'),
    far: lens('far'),
    zoom: lens('zoom'),
  },
} satisfies Readonly<Record<string, PropertyTable<SceneObject>>>;

export type Properties = typeof properties;

const { Transform } = properties;

export const positionIn = (space: Space) =>
  space === 'local' ? Transform.position : Transform.worldPosition;
export const rotationIn = (space: Space) =>
  space === 'local' ? Transform.rotation : Transform.worldRotation;

/** The tables that hold for an object: its own under its components' names. */
export const componentsOf = ({
  components,
}: SceneObject): [component: string, PropertyTable<SceneObject>][] =>
  components.map((name) => [name, (properties as Record<string, PropertyTable<SceneObject>>)[name] ?? {}]);
