import type { IconName } from '../components/icon-names.ts';

const iconsByType: Readonly<Record<string, IconName>> = {
  Camera: 'video',
  Empty: 'orbit',
  'Primitives/Sphere': 'circle',
  'Primitives/Cylinder': 'cylinder',
  'Primitives/Torus': 'torus',
  'Primitives/Plane': 'square',
  'Lights/Directional Light': 'sun',
};

const iconsByCategory: Readonly<Record<string, IconName>> = {
  Audio: 'volume-2',
  Effects: 'sparkles',
  Lights: 'lightbulb',
  Shapes: 'shapes',
  Text: 'type',
};

/** Returns the icon for a type of scene object, such as `Primitives/Sphere`. */
export const getObjectIcon = (type: string): IconName =>
  iconsByType[type] ?? iconsByCategory[type.split('/')[0] ?? ''] ?? 'box';
