import type { IconName } from '../components/icon-names.ts';

/** The icons of object types, keyed by the last part of the type's name. */
const iconsByType: Readonly<Record<string, IconName>> = {
  Camera: 'video',
  'Directional Light': 'sun',
  Sphere: 'circle',
  Torus: 'torus',
  Cylinder: 'cylinder',
  Empty: 'orbit',
  Particles: 'sparkles',
  'Vector Shape': 'spline',
  Plane: 'square',
};

/** The icons of object types, keyed by the first part of the type's name. */
const iconsByFamily: Readonly<Record<string, IconName>> = {
  Lights: 'lightbulb',
  Text: 'type',
  Audio: 'volume-2',
};

/** Returns the last part of an object type's name, such as `Sphere` for `Primitives/Sphere`. */
export const getTypeLabel = (type: string): string => type.slice(type.lastIndexOf('/') + 1);

export const getObjectIcon = (type: string): IconName => {
  const [family = ''] = type.split('/');
  const label = getTypeLabel(type);
  return iconsByType[label] ?? iconsByFamily[family] ?? (label.includes('Text') ? 'type' : 'box');
};

interface ObjectNames {
  readonly name: string;
  readonly tag: string;
  readonly type: string;
}

/**
 * Returns what an object is called in lists: its name, or its tag if the name only repeats the type, as it does for
 * objects that were spawned without a name.
 */
export const getObjectLabel = ({ name, tag, type }: ObjectNames): string =>
  name === getTypeLabel(type) ? tag : name;
