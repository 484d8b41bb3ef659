import { Fault } from '#spec/errors.ts';
import { pathOf, sceneOf } from '../scene/assets/asset-paths.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { World } from '../world.ts';
import type { Bodies } from './body.ts';

type SceneActions = Pick<
  Actions['scene'],
  'list' | 'current' | 'switch' | 'reset' | 'save' | 'setEnvironment'
>;

const sceneAt = (path: string): string => sceneOf(path.slice(path.indexOf('/') + 1));

/** @throws Fault ACTION_FAILED for another scene than the active one */
const refuseInactive = (name: string | undefined, { scenes }: World): void => {
  if (name === undefined || name === scenes.current) return;
  throw new Fault(
    'ACTION_FAILED',
    `The scene '${name}' is not active, so that there is nothing to reset; scene.switch makes it what it was when it was saved.`,
    { scene: name, current: scenes.current },
  );
};

export const scenes = {
  list: (_, { scenes }) => ({ scenes: scenes.list(), current: scenes.current }),
  current: (_, { scenes, scene, cameras }) => ({
    scene: scenes.current,
    objectCount: scene.size,
    camera: cameras.active?.tag ?? null,
  }),
  switch: ({ scene: name, transition, duration }, { scenes }) => {
    const previous = scenes.current;
    scenes.switchTo(name, transition, duration);
    return { previous, current: name };
  },
  reset: ({ scene: name }, world) => {
    refuseInactive(name, world);
    return { objects: world.scenes.reset() };
  },
  save: async ({ scene: name, path }, { animations, assets, scenes, keepFiles }) => {
    assets.refuseClosed();
    const saved = path === undefined ? (name ?? scenes.current) : sceneAt(path);
    const { asset, text } = animations.atRest(() => scenes.keep(saved));
    const place = pathOf(asset);
    await keepFiles([{ write: place, text }], [asset]);
    return { path: place };
  },
  setEnvironment: ({ skybox, fogColor, fogDensity, ambientColor }, { scenes }) => {
    scenes.setEnvironment({
      ...(skybox && { skybox }),
      ...(fogColor && { fogColor }),
      ...(fogDensity !== undefined && { fogDensity }),
      ...(ambientColor && { ambientColor }),
    });
    return { applied: scenes.environment };
  },
} satisfies Bodies<SceneActions>;
