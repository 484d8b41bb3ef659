import { type Assets, createAssets } from './assets/assets.ts';
import { lightComponent } from './components/light-component.ts';
import { createHeadlessObjects } from './objects/headless-objects.ts';
import { createScene, type Scene } from './scene.ts';

export const mainCameraTag = 'main-camera';

/** Creates the scene that a runtime starts with: a main camera and a light. */
export const createDefaultScene = (maxObjects: number, assets: Assets = createAssets()): Scene => {
  const scene = createScene({ maxObjects, assets, source: createHeadlessObjects(assets) });
  scene.spawn(
    { type: 'Camera' },
    { tag: mainCameraTag, name: 'Main Camera', position: { x: 0, y: 1, z: 10 } },
  );
  const sun = scene.spawn(
    { type: 'Lights/Directional Light' },
    {
      tag: 'main-light',
      name: 'Directional Light',
      position: { x: 0, y: 3, z: 0 },
      rotation: { x: -50, y: -30, z: 0 },
    },
  );
  // three.js spreads light over a hemisphere. At this intensity, a surface that faces the sun nearly shows its own
  // color.
  sun.components.get(lightComponent.name)?.write('intensity', 3);
  return scene;
};
