import { ApiError } from '#spec/errors.ts';
import { createSeededRandom } from '../engine/seeded-random.ts';
import { getPositionProperty, getRotationProperty, transformProperties } from '../scene/object-properties.ts';
import { getProperty, parsePropertyValue } from '../scene/object-property-access.ts';
import {
  createPropertyInterpolator,
  createRotationInterpolator,
  isInterpolable,
} from '../scene/tweens/interpolators.ts';
import { createPathInterpolator } from '../scene/tweens/path-interpolator.ts';
import { createShakeInterpolator } from '../scene/tweens/shake-interpolator.ts';
import type { Actions, NodeActions } from '#spec/actions/index.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';

/** Timing of a tween that runs once, without a delay. */
const playOnceTiming = { delay: 0, loops: 0, yoyo: false } as const;

const resolveSelection = <S extends { object?: string | undefined }>(
  { object: tag, ...selection }: S,
  { scene }: RuntimeServices,
) => ({
  ...selection,
  object: tag === undefined ? undefined : scene.get(tag),
});

/** The tween actions, except those for colors. */
export const tweenHandlers = {
  position: ({ object: tag, position, space, ...timing }, { scene, tweens }) => {
    const object = scene.get(tag);
    const interpolator = createPropertyInterpolator(object, getPositionProperty(space), position);
    return { tweenId: tweens.start({ object, name: 'position', interpolator, ...timing }) };
  },
  rotation: ({ object: tag, rotation, space, ...timing }, { scene, tweens }) => {
    const object = scene.get(tag);
    const interpolator = createPropertyInterpolator(object, getRotationProperty(space), rotation);
    return { tweenId: tweens.start({ object, name: 'rotation', interpolator, ...timing }) };
  },
  scale: ({ object: tag, scale, ...timing }, { scene, tweens }) => {
    const object = scene.get(tag);
    const interpolator = createPropertyInterpolator(object, transformProperties.scale, scale);
    return { tweenId: tweens.start({ object, name: 'scale', interpolator, ...timing }) };
  },
  property: ({ object: tag, component, property: name, value, ...timing }, { scene, tweens }) => {
    const object = scene.get(tag);
    const property = getProperty(object, component, name);
    if (!isInterpolable(property)) {
      throw new ApiError(
        'ACTION_FAILED',
        `'${name}' of '${component}' is of type ${property.type}, which cannot be interpolated.`,
        {
          object: tag,
          component,
          property: name,
          type: property.type,
          expected: 'a number, a vector or a color',
        },
      );
    }
    const to = parsePropertyValue(property, { object, component, name }, value);
    const interpolator = createPropertyInterpolator(object, property, to as never);
    return {
      tweenId: tweens.start({ object, name: getTweenName(component, name), interpolator, ...timing }),
    };
  },
  path: ({ object: tag, points, closed, orient, ...timing }, { scene, tweens }) => {
    const object = scene.get(tag);
    const interpolator = createPathInterpolator(object, { points, closed, orient });
    return { tweenId: tweens.start({ object, name: 'position', interpolator, ...timing }) };
  },
  shake: ({ object: tag, strength, vibrato, seed, ...timing }, { scene, tweens, seed: defaultSeed }) => {
    const object = scene.get(tag);
    const random = createSeededRandom(
      seed ?? defaultSeed,
      object.id,
      seed === undefined ? String(tweens.startedCount) : 'shake',
    );
    const interpolator = createShakeInterpolator(object, { strength, swings: vibrato, random });
    return {
      tweenId: tweens.start({
        object,
        name: 'position',
        interpolator,
        loops: 0,
        yoyo: false,
        ...timing,
      }),
    };
  },
  cancel: ({ complete, ...selection }, services) => {
    const count = services.tweens.cancel(resolveSelection(selection, services), complete);
    const { tweenId, object, group } = selection;
    // sound fades are reported like tweens, but can be cancelled only by their id
    const isFade = tweenId !== undefined && object === undefined && group === undefined;
    return { count: count + (isFade && services.audio.cancelFade(tweenId, complete) ? 1 : 0) };
  },
  pause: (selection, services) => ({
    count: services.tweens.setPaused(resolveSelection(selection, services), true),
  }),
  resume: (selection, services) => ({
    count: services.tweens.setPaused(resolveSelection(selection, services), false),
  }),
  list: (selection, services) => ({ tweens: services.tweens.list(resolveSelection(selection, services)) }),
} satisfies Partial<ActionHandlers<Actions['tween']>>;

export const nodeTweenHandlers = {
  turn: ({ object: tag, rotation, ...timing }, { scene, tweens }) => {
    const object = scene.get(tag);
    const interpolator = createRotationInterpolator(object, rotation);
    return {
      tweenId: tweens.start({ object, name: 'rotation', interpolator, ...timing, ...playOnceTiming }),
    };
  },
} satisfies ActionHandlers<NodeActions['tween']>;

/**
 * If a property has its own tween action, its tweens are named after the action, no matter which action starts them.
 */
const getTweenName = (component: string, name: string): string => {
  const namesByProperty: Readonly<Record<string, string>> = {
    'Transform.position': 'position',
    'Transform.worldPosition': 'position',
    'Transform.rotation': 'rotation',
    'Transform.worldRotation': 'rotation',
    'Transform.scale': 'scale',
    'Material.color': 'color',
    'Light.color': 'color',
  };
  return namesByProperty[`${component}.${name}`] ?? `${component}.${name}`;
};
