import type { IconName } from '../components/icon-names.ts';

/** The icons of choices that are shown as tiles, in the order of the tiles. Choices without an icon come last. */
const choiceIcons: Readonly<Record<string, IconName>> = {
  'Primitives/Cube': 'box',
  'Primitives/Sphere': 'circle',
  'Primitives/Torus': 'torus',
  'Primitives/Cylinder': 'cylinder',
  'Lights/Point Light': 'lightbulb',
  'Effects/Particles': 'sparkles',
  'Text/3D Text': 'type',
  Camera: 'video',
  'Primitives/Capsule': 'pill',
  'Primitives/Cone': 'cone',
  'Primitives/Plane': 'square',
  'Lights/Directional Light': 'sun',
  'Lights/Spot Light': 'lamp',
  'Lights/Ambient Light': 'lightbulb',
  'Shapes/Vector Shape': 'spline',
  'Shapes/Shadow Box': 'package',
  'Audio/Audio Source': 'volume-2',
  'Effects/Audio Visualiser': 'chart-line',
};

const iconOrder = Object.keys(choiceIcons);

/** Sorts choices so that those with an icon come first. */
export const sortByIcon = (choices: readonly string[]): readonly string[] => {
  const getRank = (choice: string): number => {
    const at = iconOrder.indexOf(choice);
    return at < 0 ? iconOrder.length : at;
  };
  return [...choices].sort((a, b) => getRank(a) - getRank(b));
};

export const getChoiceIcon = (choice: string): IconName => choiceIcons[choice] ?? 'shapes';
