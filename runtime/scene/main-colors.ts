/** The main colors of a scene object: one per material, or the color of its light (C-42). */
import type { Color } from '#spec/values.ts';
import { lightComponent } from './components/light-component.ts';
import { getComponentProperty, getMaterial } from './components/component-properties.ts';
import { defineProperty, type Property } from './property.ts';
import type { SceneObject } from './scene-object.ts';

const lightColor = getComponentProperty(lightComponent, 'color');

/** Converts a light's color, which has no alpha, to an opaque color. */
const toOpaqueColor = ({ r, g, b }: Color): Color => ({ r, g, b, a: 1 });

const isLightOnly = ({ components, materials }: SceneObject): boolean =>
  materials.length === 0 && components.has(lightComponent.name);

/**
 * Creates the property for the main color of the material at an index, or for the color of a light. Color components
 * are stored without conversion.
 */
export const createColorProperty = (index: number): Property<SceneObject, 'Color'> =>
  defineProperty(
    'Color',
    'Main color',
    (object) =>
      index === 0 && isLightOnly(object)
        ? lightColor.read(object)
        : (getMaterial(object, index).values.color as Color),
    (object, color) => {
      if (index === 0 && isLightOnly(object)) lightColor.write(object, toOpaqueColor(color));
      else getMaterial(object, index).write('color', color);
    },
  );

/** Lists the main colors of an object: one per material in index order, or the color of its light. */
export const listColors = (object: SceneObject): Color[] =>
  isLightOnly(object)
    ? [lightColor.read(object)]
    : object.materials.map(({ values }) => values.color as Color);
