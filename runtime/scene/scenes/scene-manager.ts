/** The scenes of the project: which of them is active, how another takes its place, and what each was when it was saved. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { serializeScene, defaultEnvironment } from '../assets/asset-documents.ts';
import { hasPassed } from '../elapsed-time.ts';
import { cameraComponent as cameraKind } from '../components/camera-component.ts';
import { getSceneAssetTag, getSceneName } from '../assets/asset-paths.ts';
import { createEnvironmentApplier } from './apply-environment.ts';
import { toSceneDocument, getScenePrefabs } from './to-scene-document.ts';
import type { TransitionName } from '#spec/actions/scenes.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { Assets } from '../assets/assets.ts';
import type { Environment, SceneDocument } from '../assets/asset-documents.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Scene } from '../scene.ts';

/** The name of the scene that a runtime starts with. */
const initialSceneName = 'Default';

/** A transition that is under way. */
interface ActiveTransition {
  readonly switchId: string;
  readonly to: string;
  readonly transition: TransitionName;
  /** Simulated seconds until the other scene is there, and as long from then on. */
  readonly half: number;
  /** Seconds of the present half. */
  remaining: number;
}

/** What became of a transition: the other scene came, could not be made, or another switch took its place. */
export type SwitchOutcome = 'switch.done' | 'switch.failed' | 'switch.replaced';

export interface SceneManager {
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
  /** The id of the switch whose transition is under way. */
  readonly activeSwitchId: string | undefined;
  /** How much of the scene a fade hides, 0 to 1. */
  readonly fadeOpacity: number;
  /** The names of all scenes that can be switched to, when they are others than at the last call. */
  takeChangedNames(): readonly string[] | undefined;
  /** Makes the active scene what it was when it was saved or switched to. @returns how many objects it has */
  reset(): number;
  /**
   * Keeps the active scene as it is now, under its name or another. It is reset to that once it has come to its file.
   * @returns the tag of its asset, and the text of its file
   */
  saveActiveScene(name: string): { readonly asset: string; readonly text: string };
  /** Lets simulated seconds pass. */
  advance(deltaTime: number): void;
  /** Names, environment and transition as plain data. */
  state(): unknown;
}

interface SceneManagerOptions {
  readonly scene: Scene;
  readonly cameras: Cameras;
  readonly assets: Assets;
  readonly raise: RaiseEvent;
  /** Says what went wrong when nobody waits for an answer any more. */
  readonly warn: (message: string) => void;
  /** Tells what became of a transition. */
  readonly onSwitchEnded: (ending: SwitchOutcome, data: { readonly switchId: string }) => void;
}

export const createSceneManager = ({
  scene,
  cameras,
  assets,
  raise,
  warn,
  onSwitchEnded,
}: SceneManagerOptions): SceneManager => {
  const surround = createEnvironmentApplier(scene.root);
  let current = initialSceneName;
  let environment = defaultEnvironment;
  let passage: ActiveTransition | undefined;
  /** The second half of a fade, in which the other scene shows. */
  let arrival: Pick<ActiveTransition, 'half' | 'remaining'> | undefined;
  let switches = 0;
  let named: { readonly revision: number; readonly current: string } | undefined;
  let names: readonly string[] = [];
  surround(environment);
  const first = toSceneDocument(scene, cameras, environment);
  /** What the active scene is reset to. */
  let stored = first;
  /** What it was each time it was saved, on its way to its file, by the digest of its asset. */
  const onTheirWay = new Map<string | undefined, SceneDocument>();
  assets.onWriteSettled(({ digest, isKept }) => {
    const document = onTheirWay.get(digest);
    onTheirWay.delete(digest);
    if (document && isKept) stored = document;
  });

  const savedNames = (): string[] =>
    assets
      .list()
      .filter(({ kind }) => kind === 'scene')
      .map(({ tag }) => getSceneName(tag));

  const find = (name: string): SceneDocument => {
    const names = savedNames();
    if (names.includes(name)) return assets.getContent(getSceneAssetTag(name), 'scene').document;
    if (name === initialSceneName) return first;
    throw new ApiError(
      'ACTION_FAILED',
      `There is no scene '${name}'; scene.list shows those that there are.`,
      {
        ...{
          scene: name,
          nearest: suggestNames(name, names),
          validOptions: [...new Set([...names, initialSceneName])],
        },
      },
    );
  };

  const setEnvironment = (changes: Partial<Environment>): void => {
    environment = { ...environment, ...changes };
    surround(environment);
  };

  /** Adds the layers that the objects are on, unless their indexes or names have come to mean others, and makes the objects. */
  const makeOnLayers = ({ layers }: SceneDocument, make: () => void): void => {
    const known = scene.layers.list();
    const isFree = (layer: { index: number; name: string }): boolean =>
      !known.some(({ index, name }) => index === layer.index || name === layer.name);
    const added: number[] = [];
    try {
      for (const layer of layers.filter(isFree)) {
        scene.layers.set(layer);
        added.push(layer.index);
      }
      make();
    } catch (failure) {
      for (const index of added) scene.layers.remove(index);
      throw failure;
    }
  };

  const build = (name: string, document: SceneDocument): void => {
    const roles = getScenePrefabs(name, document);
    makeOnLayers(document, () => scene.replaceAll(roles));
    setEnvironment(document.environment);
    const camera = document.camera === null ? undefined : scene.find(document.camera);
    if (camera?.components.has(cameraKind.name)) cameras.setActive(camera, 0);
  };

  const activate = (name: string): void => {
    const document = find(name);
    const previous = current;
    build(name, document);
    current = name;
    stored = document;
    onTheirWay.clear();
    if (name === previous) return;
    raise('scene.deactivated', { scene: previous });
    raise('scene.activated', { scene: name });
  };

  /** Gives up the transition that is under way. */
  const leave = (ending: SwitchOutcome): void => {
    if (!passage) return;
    const { switchId } = passage;
    passage = undefined;
    onSwitchEnded(ending, { switchId });
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
        leave('switch.replaced');
        arrival = undefined;
        return;
      }
      getScenePrefabs(name, find(name));
      leave('switch.replaced');
      switches += 1;
      const half = duration / 2;
      passage = { switchId: `switch-${switches}`, to: name, transition, half, remaining: half };
    },
    get activeSwitchId() {
      return passage?.switchId;
    },
    get fadeOpacity() {
      if (passage) return 1 - passage.remaining / passage.half;
      return arrival ? arrival.remaining / arrival.half : 0;
    },
    takeChangedNames() {
      if (named?.revision === assets.revision && named.current === current) return undefined;
      named = { revision: assets.revision, current };
      const now = [...new Set([...savedNames(), current, initialSceneName])].sort();
      if (now.length === names.length && now.every((name, index) => name === names[index])) return undefined;
      names = now;
      return names;
    },
    reset() {
      build(current, stored);
      return scene.size;
    },
    saveActiveScene(name) {
      const document = toSceneDocument(scene, cameras, environment);
      const asset = getSceneAssetTag(name);
      const text = serializeScene(document);
      assets.setContent(asset, { kind: 'scene', document }, text);
      if (name === current) onTheirWay.set(assets.findDigest(asset), document);
      return { asset, text };
    },
    advance(deltaTime) {
      if (arrival) {
        arrival.remaining = Math.max(0, arrival.remaining - deltaTime);
        if (arrival.remaining === 0) arrival = undefined;
      }
      if (!passage) return;
      passage.remaining -= deltaTime;
      if (!hasPassed(0, passage.remaining)) return;
      const { to, half } = passage;
      try {
        activate(to);
        leave('switch.done');
        arrival = { half, remaining: half };
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        leave('switch.failed');
        warn(`The scene stays the one that it is: ${failure.reason}`);
      }
    },
    state: () => ({
      ...{ current, environment, switches },
      ...{ passage: passage && { ...passage }, arrival: arrival && { ...arrival } },
    }),
  };
};
