/** Main colours of scene objects: one for each material, or that of the light (register: C-42). */
import type { Color } from '#spec/values.ts';
import { light } from './components/light.ts';
import { at, materialOf } from './components/properties.ts';
import { property } from './property.ts';
import type { Property } from './property.ts';
import type { SceneObject } from './scene-object.ts';

const lightColor = at(light, 'color');

/** Lights have no alpha: theirs reads as 1. */
const opaque = ({ r, g, b }: Color): Color => ({ r, g, b, a: 1 });

const isOnlyLight = ({ parts, materials }: SceneObject): boolean =>
  materials.length === 0 && parts.has(light.name);

/** The main colour of the material at an index, or of a light its own. Components are kept as they are given. */
export const colorAt = (index: number): Property<SceneObject, 'Color'> =>
  property(
    'Color',
    'Main colour',
    (object) =>
      index === 0 && isOnlyLight(object)
        ? lightColor.read(object)
        : (materialOf(object, index).values.color as Color),
    (object, color) => {
      if (index === 0 && isOnlyLight(object)) lightColor.write(object, opaque(color));
      else materialOf(object, index).write('color', color);
    },
  );

/** The main colours of an object: of every material by index, or of a light its own. */
export const colorsOf = (object: SceneObject): Color[] =>
  isOnlyLight(object)
    ? [lightColor.read(object)]
    : object.materials.map(({ values }) => values.color as Color);
