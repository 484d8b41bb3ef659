import { positionIn } from '../scene/properties.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

export const tween = {
  position: ({ object, position, space, ...timing }, { scene, tweens }) => ({
    tweenId: tweens.start({
      object: scene.get(object),
      name: 'position',
      property: positionIn(space),
      to: position,
      ...timing,
    }),
  }),
  cancel: ({ tweenId, object, complete }, { scene, tweens }) => ({
    count: tweens.cancel({ tweenId, object: object === undefined ? undefined : scene.get(object) }, complete),
  }),
  list: ({ object }, { scene, tweens }) => ({
    tweens: tweens.list({ object: object === undefined ? undefined : scene.get(object) }),
  }),
} satisfies Bodies<Actions['tween']>;
