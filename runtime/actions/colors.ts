/** The actions on the main colors of objects. */
import { createColorProperty } from '../scene/main-colors.ts';
import { defineProperty, type Property, swapValue } from '../scene/property.ts';
import { createPropertyInterpolator } from '../scene/tweens/interpolators.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';
import type { SceneObject } from '../scene/scene-object.ts';

export const colorHandlers = {
  setColor: ({ object, color, material }, { scene }) =>
    swapValue(scene.get(object), createColorProperty(material), color),
} satisfies Partial<ActionHandlers<Actions['scene']>>;

/** Creates the property for the alpha of a material's main color. */
const createAlphaProperty = (material: number): Property<SceneObject, 'Float'> => {
  const color = createColorProperty(material);
  return defineProperty(
    'Float',
    'Alpha of the main color',
    (object) => color.read(object).a,
    (object, a) => color.write(object, { ...color.read(object), a: Math.min(1, Math.max(0, a)) }),
  );
};

/** Returns an object that has a color. An object without a color is rejected before the tween starts. */
const getColoredObject = (tag: string, material: number, { scene }: RuntimeServices): SceneObject => {
  const object = scene.get(tag);
  createColorProperty(material).read(object);
  return object;
};

export const colorTweenHandlers = {
  color: ({ object: tag, color, material, ...timing }, services) => {
    const object = getColoredObject(tag, material, services);
    const interpolator = createPropertyInterpolator(object, createColorProperty(material), color);
    return {
      tweenId: services.tweens.start({
        object,
        name: getColorTweenName(material),
        interpolator,
        ...timing,
      }),
    };
  },
  alpha: ({ object: tag, alpha, material, ...timing }, services) => {
    const object = getColoredObject(tag, material, services);
    const interpolator = createPropertyInterpolator(object, createAlphaProperty(material), alpha);
    return {
      tweenId: services.tweens.start({
        object,
        name: getColorTweenName(material),
        interpolator,
        ...timing,
      }),
    };
  },
} satisfies Partial<ActionHandlers<Actions['tween']>>;

/** A material's color and alpha count as one property, and a property has at most one tween. */
const getColorTweenName = (material: number): string => (material === 0 ? 'color' : `color ${material}`);
