/** The scenes of the project: which of them is active, how another takes its place, and what each was when it was saved. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { printScene, usualEnvironment } from '../assets/documents.ts';
import { hasPassed } from '../timing.ts';
import { camera as cameraKind } from '../components/camera.ts';
import { createSurroundings } from './environment.ts';
import { documentOf, rolesOf } from './scene-document.ts';
import type { TransitionName } from '#spec/actions/scenes.ts';
import type { Raise } from '../../link/raise.ts';
import type { Assets } from '../assets/assets.ts';
import type { Environment, SceneDocument } from '../assets/documents.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Scene } from '../scene.ts';

/** The name of the scene that a runtime starts with. */
const firstScene = 'Default';

const ending = '.scene.json';

/** The tag of the asset that a scene is saved as. */
const assetOfScene = (name: string): string => `${name}${ending}`;

/** The name of the scene that is saved as an asset. */
export const sceneOf = (tag: string): string => tag.slice(0, -ending.length);

/** A transition that is under way. */
interface Passage {
  readonly to: string;
  readonly transition: TransitionName;
  /** Simulated seconds until the other scene is there. */
  remaining: number;
}

export interface Scenes {
  /** Name of the active scene. */
  readonly current: string;
  /** Names, in their order: of those that are saved, and of the active one. */
  list(): { readonly scene: string; readonly active: boolean; readonly saved: boolean }[];
  /** What is around the objects. */
  readonly environment: Environment;
  setEnvironment(changes: Partial<Environment>): void;
  /**
   * Lets a scene take the place of the active one, at once or in the middle of a transition. One that is under way gives way.
   * @param duration of the transition in simulated seconds
   * @throws Fault ACTION_FAILED for a scene that there is not, or that cannot be made
   */
  switchTo(name: string, transition: TransitionName, duration: number): void;
  /** Makes the active scene what it was when it was saved or switched to. @returns how many objects it has */
  reset(): number;
  /** Keeps the active scene as it is now, under its name or another. @returns the tag of its asset, and the text of its file */
  keep(name: string): { readonly asset: string; readonly text: string };
  /** Lets simulated seconds pass. */
  advance(deltaTime: number): void;
  /** Names, environment and transition as plain data. */
  state(): unknown;
}

interface ScenesOptions {
  readonly scene: Scene;
  readonly cameras: Cameras;
  readonly assets: Assets;
  readonly raise: Raise;
  /** Says what went wrong when nobody waits for an answer any more. */
  readonly warn: (message: string) => void;
}

export const createScenes = ({ scene, cameras, assets, raise, warn }: ScenesOptions): Scenes => {
  const surround = createSurroundings(scene.root);
  let current = firstScene;
  let environment = usualEnvironment;
  let passage: Passage | undefined;
  surround(environment);
  const first = documentOf(scene, cameras, environment);
  /** What the active scene is reset to. */
  let stored = first;

  const savedNames = (): string[] =>
    assets
      .list()
      .filter(({ kind }) => kind === 'scene')
      .map(({ tag }) => sceneOf(tag));

  const find = (name: string): SceneDocument => {
    const names = savedNames();
    if (names.includes(name)) return assets.contentOf(assetOfScene(name), 'scene').document;
    if (name === firstScene) return first;
    throw new Fault('ACTION_FAILED', `There is no scene '${name}'; scene.list shows those that there are.`, {
      ...{ scene: name, nearest: nearest(name, names), validOptions: [...new Set([...names, firstScene])] },
    });
  };

  const setEnvironment = (changes: Partial<Environment>): void => {
    environment = { ...environment, ...changes };
    surround(environment);
  };

  /** Layers that the objects are on, unless their indexes or names have come to mean others. */
  const addLayers = ({ layers }: SceneDocument): void => {
    const known = scene.layers.list();
    const isFree = (layer: { index: number; name: string }): boolean =>
      !known.some(({ index, name }) => index === layer.index || name === layer.name);
    for (const layer of layers.filter(isFree)) scene.layers.put(layer);
  };

  const build = (name: string, document: SceneDocument): void => {
    const roles = rolesOf(name, document);
    addLayers(document);
    scene.replace(roles);
    setEnvironment(document.environment);
    const camera = document.camera === null ? undefined : scene.find(document.camera);
    if (camera?.parts.has(cameraKind.name)) cameras.setActive(camera, 0);
  };

  const activate = (name: string): void => {
    const document = find(name);
    const previous = current;
    build(name, document);
    current = name;
    stored = document;
    if (name === previous) return;
    raise('scene.deactivated', { scene: previous });
    raise('scene.activated', { scene: name });
  };

  return {
    get current() {
      return current;
    },
    get environment() {
      return environment;
    },
    list() {
      const saved = new Set(savedNames());
      return [...new Set([...saved, current])]
        .sort((a, b) => (a < b ? -1 : 1))
        .map((name) => ({ scene: name, active: name === current, saved: saved.has(name) }));
    },
    setEnvironment,
    switchTo(name, transition, duration) {
      if (transition === 'cut' || duration === 0) {
        activate(name);
        passage = undefined;
        return;
      }
      rolesOf(name, find(name));
      passage = { to: name, transition, remaining: duration / 2 };
    },
    reset() {
      build(current, stored);
      return scene.size;
    },
    keep(name) {
      const document = documentOf(scene, cameras, environment);
      if (name === current) stored = document;
      const asset = assetOfScene(name);
      const text = printScene(document);
      assets.put(asset, { kind: 'scene', document }, text);
      return { asset, text };
    },
    advance(deltaTime) {
      if (!passage) return;
      passage.remaining -= deltaTime;
      if (!hasPassed(0, passage.remaining)) return;
      const { to } = passage;
      passage = undefined;
      try {
        activate(to);
      } catch (failure) {
        if (!(failure instanceof Fault)) throw failure;
        warn(`The scene stays the one that it is: ${failure.reason}`);
      }
    },
    state: () => ({ current, environment, passage: passage && { ...passage } }),
  };
};
