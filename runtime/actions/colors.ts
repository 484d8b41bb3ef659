/** The actions on the main colors of objects. */
import { createColorProperty } from '../scene/main-colors.ts';
import { defineProperty, type Property, swapValue, type ValueOfType } from '../scene/property.ts';
import { createPropertyInterpolator } from '../scene/tweens/interpolators.ts';
import type { ActionParameters } from '#spec/contract/action-spec.ts';
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

type ColorTweenOptions = Omit<ActionParameters<Actions['tween']['color']>, 'color'>;

/** Starts a tween of a color or an alpha. An object without a color is rejected before the tween starts. */
const startColorTween = <T extends 'Color' | 'Float'>(
  property: Property<SceneObject, T>,
  to: ValueOfType<T>,
  { object: tag, material, ...timing }: ColorTweenOptions,
  { scene, tweens }: RuntimeServices,
): { readonly tweenId: string } => {
  const object = scene.get(tag);
  createColorProperty(material).read(object);
  const interpolator = createPropertyInterpolator(object, property, to);
  return {
    tweenId: tweens.start({ object, name: getColorTweenName(material), interpolator, ...timing }),
  };
};

export const colorTweenHandlers = {
  color: ({ color, ...options }, services) =>
    startColorTween(createColorProperty(options.material), color, options, services),
  alpha: ({ alpha, ...options }, services) =>
    startColorTween(createAlphaProperty(options.material), alpha, options, services),
} satisfies Partial<ActionHandlers<Actions['tween']>>;

/** A material's color and alpha count as one property, and a property has at most one tween. */
const getColorTweenName = (material: number): string => (material === 0 ? 'color' : `color ${material}`);
