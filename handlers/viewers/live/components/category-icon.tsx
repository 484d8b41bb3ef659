import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

/** The icon of each node category, keyed by the lowercase name. */
const categoryIcons: Readonly<Record<string, IconName>> = {
  events: 'zap',
  flowcontrol: 'split',
  logic: 'toggle-left',
  math: 'sigma',
  vector: 'move-up-right',
  color: 'palette',
  string: 'type',
  list: 'list',
  variables: 'variable',
  time: 'timer',
  transform: 'move-3d',
  scene: 'box',
  physics: 'atom',
  tween: 'spline',
  animation: 'film',
  audio: 'volume-2',
  cameralight: 'lightbulb',
  input: 'keyboard',
  network: 'globe',
  system: 'cpu',
};

/** Returns the name of a category in classes and tokens. A category that the page doesn't know looks like `system`. */
const toKnownCategory = (category: string | undefined): string => {
  const key = category?.toLowerCase() ?? '';
  return key in categoryIcons ? key : 'system';
};

/** Returns the class that gives an element the color of a node category, as the property `--category`. */
export const getCategoryClass = (category: string | undefined): string =>
  `category-${toKnownCategory(category)}`;

export const getCategoryIcon = (category: string | undefined): IconName =>
  categoryIcons[toKnownCategory(category)] ?? 'cpu';

/** The icon of a node category on a square in the category's color. */
export const CategoryIcon = ({ category }: { readonly category: string | undefined }) => (
  <span class={`category-icon ${getCategoryClass(category)}`}>
    <Icon name={getCategoryIcon(category)} />
  </span>
);
