import { Color, Fog, FogExp2 } from 'three';
import type { Scene } from 'three';
import type { SceneChanges } from '#spec/scene-changes.ts';

type SceneBackground = Pick<SceneChanges, 'background' | 'fog'>;

/** Creates a function that applies the background and fog to a three.js scene. */
export const createBackgroundAndFog = (scene: Scene) => {
  let previous = '';
  /**
   * Applies the background and fog.
   * @returns whether they have changed
   */
  return ({ background, fog }: SceneBackground): boolean => {
    const current = JSON.stringify([background, fog]);
    if (current === previous) return false;
    previous = current;
    scene.background = new Color(...background);
    scene.fog = fog && createFog(fog);
    return true;
  };
};

const createFog = (fog: NonNullable<SceneBackground['fog']>): Fog | FogExp2 => {
  const color = new Color(...fog.color);
  return fog.kind === 'linear' ? new Fog(color, fog.near, fog.far) : new FogExp2(color, fog.density);
};
