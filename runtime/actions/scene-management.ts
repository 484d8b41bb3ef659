import { ApiError } from '#spec/errors.ts';
import { getAssetPath, getSceneName } from '../scene/assets/asset-kinds.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type { ActionHandlers } from './action-handler.ts';

type SceneActions = Pick<
  Actions['scene'],
  'list' | 'current' | 'switch' | 'reset' | 'save' | 'setEnvironment'
>;

const toSceneName = (path: string): string => getSceneName(path.slice(path.indexOf('/') + 1));

/**
 * Rejects every scene other than the active one.
 * @throws ApiError ACTION_FAILED
 */
const rejectInactiveScene = (name: string | undefined, { scenes }: RuntimeServices): void => {
  if (name === undefined || name === scenes.current) return;
  throw new ApiError(
    'ACTION_FAILED',
    `The scene '${name}' is not active, so it cannot be reset. Call scene.switch to load it as it was saved.`,
    { scene: name, current: scenes.current },
  );
};

export const sceneManagementHandlers = {
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
  reset: ({ scene: name }, services) => {
    rejectInactiveScene(name, services);
    return { objects: services.scenes.reset() };
  },
  save: async ({ scene: name, path }, { animations, assets, scenes, saveAssetFiles }) => {
    assets.assertProjectOpen();
    const sceneName = path === undefined ? (name ?? scenes.current) : toSceneName(path);
    const { asset, text } = animations.withBaseValues(() => scenes.saveActiveScene(sceneName));
    const assetPath = getAssetPath(asset);
    await saveAssetFiles([{ write: assetPath, text }], [asset]);
    return { path: assetPath };
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
} satisfies ActionHandlers<SceneActions>;
