/** The scenes of the project: which scene is active, how another scene replaces it, and the scenes' saved states. */
import { AmbientLight, Color, FogExp2, SRGBColorSpace, type Scene as ThreeScene } from 'three';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { defaultEnvironment, serializeScene } from '../assets/asset-documents.ts';
import { getSceneAssetTag, getSceneName } from '#spec/asset-kinds.ts';
import { cameraComponent as cameraKind } from '../components/camera-component.ts';
import { hasPassed } from '../elapsed-time.ts';
import { getScenePrefabs, toSceneDocument } from './scene-document.ts';
import type { TransitionName } from '#spec/actions/scenes.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { Assets } from '../assets/assets.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Scene } from '../scene.ts';
import type { Environment, SceneDocument } from '../assets/asset-documents.ts';

const initialSceneName = 'Default';

interface ActiveTransition {
  readonly switchId: string;
  readonly to: string;
  readonly transition: TransitionName;
  /** The simulated seconds from the start to the switch, and also from the switch to the end. */
  readonly half: number;
  /** The simulated seconds that are left in the current half. */
  remaining: number;
}

/**
 * How a transition ended: the scene was switched, its objects could not be created, or another switch replaced this
 * switch.
 */
export type SwitchOutcome = 'switch.done' | 'switch.failed' | 'switch.replaced';

interface SceneManagerOptions {
  readonly scene: Scene;
  readonly cameras: Cameras;
  readonly assets: Assets;
  readonly raise: RaiseEvent;
  /** Logs an error that occurs after the response has been sent. */
  readonly warn: (message: string) => void;
  readonly onSwitchEnded: (outcome: SwitchOutcome, data: { readonly switchId: string }) => void;
}

export const createSceneManager = ({
  scene,
  cameras,
  assets,
  raise,
  warn,
  onSwitchEnded,
}: SceneManagerOptions) => {
  const applyEnvironment = createEnvironmentApplier(scene.root);
  let current = initialSceneName;
  let environment = defaultEnvironment;
  let activeTransition: ActiveTransition | undefined;
  /** The second half of a fade, during which the new scene appears. */
  let arrival: Pick<ActiveTransition, 'half' | 'remaining'> | undefined;
  let switches = 0;
  let reportedNames: { readonly revision: number; readonly current: string } | undefined;
  let names: readonly string[] = [];
  applyEnvironment(environment);
  const initialDocument = toSceneDocument(scene, cameras, environment);
  /** The state to which a reset returns the active scene. */
  let resetDocument = initialDocument;
  /** Saved states whose files are not written yet, keyed by the digest of the asset. */
  const pendingDocuments = new Map<string | undefined, SceneDocument>();
  assets.onWriteSettled(({ digest, isKept }) => {
    const document = pendingDocuments.get(digest);
    pendingDocuments.delete(digest);
    if (document && isKept) resetDocument = document;
  });

  const savedNames = (): string[] =>
    assets
      .list()
      .filter(({ kind }) => kind === 'scene')
      .map(({ tag }) => getSceneName(tag));

  const find = (name: string): SceneDocument => {
    const names = savedNames();
    if (names.includes(name)) return assets.getContent(getSceneAssetTag(name), 'scene').document;
    if (name === initialSceneName) return initialDocument;
    throw new ApiError('ACTION_FAILED', `There is no scene '${name}'. scene.list lists the available ones.`, {
      ...{
        scene: name,
        nearest: suggestNames(name, names),
        validOptions: [...new Set([...names, initialSceneName])],
      },
    });
  };

  const setEnvironment = (changes: Partial<Environment>): void => {
    environment = { ...environment, ...changes };
    applyEnvironment(environment);
  };

  /**
   * Adds a document's layers, except those whose index or name is already in use, and creates the document's objects.
   */
  const createWithLayers = ({ layers }: SceneDocument, createObjects: () => void): void => {
    const existing = scene.layers.list();
    const isFree = (layer: { index: number; name: string }): boolean =>
      !existing.some(({ index, name }) => index === layer.index || name === layer.name);
    const added: number[] = [];
    try {
      for (const layer of layers.filter(isFree)) {
        scene.layers.set(layer);
        added.push(layer.index);
      }
      createObjects();
    } catch (failure) {
      for (const index of added) scene.layers.remove(index);
      throw failure;
    }
  };

  const build = (name: string, document: SceneDocument): void => {
    const prefabs = getScenePrefabs(name, document);
    createWithLayers(document, () => scene.replaceAll(prefabs));
    setEnvironment(document.environment);
    const camera = document.camera === null ? undefined : scene.find(document.camera);
    if (camera?.components.has(cameraKind.name)) cameras.setActive(camera, 0);
  };

  const activate = (name: string): void => {
    const document = find(name);
    const previous = current;
    build(name, document);
    current = name;
    resetDocument = document;
    pendingDocuments.clear();
    if (name === previous) return;
    raise('scene.deactivated', { scene: previous });
    raise('scene.activated', { scene: name });
  };

  const abortTransition = (outcome: SwitchOutcome): void => {
    if (!activeTransition) return;
    const { switchId } = activeTransition;
    activeTransition = undefined;
    onSwitchEnded(outcome, { switchId });
  };

  return {
    get current(): string {
      return current;
    },
    /** The sky, fog and ambient light. */
    get environment(): Environment {
      return environment;
    },
    /** Lists the saved scenes and the active scene, each with its name. */
    list(): { readonly scene: string; readonly active: boolean; readonly saved: boolean }[] {
      const saved = new Set(savedNames());
      return [...new Set([...saved, current])]
        .sort((a, b) => (a < b ? -1 : 1))
        .map((name) => ({ scene: name, active: name === current, saved: saved.has(name) }));
    },
    setEnvironment,
    /**
     * Switches the active scene, either immediately or in the middle of a transition. The switch replaces a running
     * transition.
     * @param duration the duration of the transition in simulated seconds
     * @throws ApiError ACTION_FAILED for a scene that does not exist or whose objects cannot be created
     */
    switchTo(name: string, transition: TransitionName, duration: number) {
      if (transition === 'cut' || duration === 0) {
        activate(name);
        abortTransition('switch.replaced');
        arrival = undefined;
        return;
      }
      getScenePrefabs(name, find(name));
      abortTransition('switch.replaced');
      switches += 1;
      const half = duration / 2;
      activeTransition = { switchId: `switch-${switches}`, to: name, transition, half, remaining: half };
    },
    /** The id of the switch whose transition is running. */
    get activeSwitchId(): string | undefined {
      return activeTransition?.switchId;
    },
    /** The opacity of a fade over the scene, from 0 to 1. */
    get fadeOpacity(): number {
      if (activeTransition) return 1 - activeTransition.remaining / activeTransition.half;
      return arrival ? arrival.remaining / arrival.half : 0;
    },
    /** Returns the names of all scenes if they have changed since the last call; `undefined` otherwise. */
    takeChangedNames(): readonly string[] | undefined {
      if (reportedNames?.revision === assets.revision && reportedNames.current === current) return undefined;
      reportedNames = { revision: assets.revision, current };
      const now = [...new Set([...savedNames(), current, initialSceneName])].sort();
      if (now.length === names.length && now.every((name, index) => name === names[index])) return undefined;
      names = now;
      return names;
    },
    /**
     * Resets the active scene to its state when it was last saved or switched to.
     * @returns the number of objects after the reset
     */
    reset(): number {
      build(current, resetDocument);
      return scene.size;
    },
    /**
     * Captures the active scene under its current name or another name. After the scene's file has been written, the
     * scene can be reset to this state.
     * @returns the tag of the scene's asset, and the text for the file
     */
    saveActiveScene(name: string): { readonly asset: string; readonly text: string } {
      const document = toSceneDocument(scene, cameras, environment);
      const asset = getSceneAssetTag(name);
      const text = serializeScene(document);
      assets.setContent(asset, { kind: 'scene', document }, text);
      if (name === current) pendingDocuments.set(assets.findDigest(asset), document);
      return { asset, text };
    },
    /** Returns whether no transition is in progress. */
    isAtRest: (): boolean => arrival === undefined && activeTransition === undefined,
    /**
     * Advances transitions.
     * @param deltaTime the simulated time in seconds
     */
    advance(deltaTime: number) {
      if (arrival) {
        arrival.remaining = Math.max(0, arrival.remaining - deltaTime);
        if (arrival.remaining === 0) arrival = undefined;
      }
      if (!activeTransition) return;
      activeTransition.remaining -= deltaTime;
      if (!hasPassed(0, activeTransition.remaining)) return;
      const { to, half } = activeTransition;
      try {
        activate(to);
        abortTransition('switch.done');
        arrival = { half, remaining: half };
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        abortTransition('switch.failed');
        warn(`The scene was not switched: ${failure.reason}`);
      }
    },
    /** Returns the scene names, the environment and the transition as plain data. */
    state: (): unknown => ({
      ...{ current, environment, switches },
      ...{ passage: activeTransition && { ...activeTransition }, arrival: arrival && { ...arrival } },
    }),
  };
};

export type SceneManager = ReturnType<typeof createSceneManager>;

type TintColor = Environment['fogColor'];

const toThreeColor = ({ r, g, b }: TintColor): Color => new Color().setRGB(r, g, b, SRGBColorSpace);

/** Creates a function that shows an environment in the three.js scene instead of the previous one. */
const createEnvironmentApplier = (root: ThreeScene): ((environment: Environment) => void) => {
  const ambient = new AmbientLight();
  return ({ skybox, fogColor, fogDensity, ambientColor }) => {
    root.background = skybox.a > 0 ? toThreeColor(skybox) : null;
    root.fog = fogDensity > 0 ? new FogExp2(toThreeColor(fogColor), fogDensity) : null;
    ambient.color.copy(toThreeColor(ambientColor));
    if (ambient.color.getHex() === 0) ambient.removeFromParent();
    else if (ambient.parent === null) root.add(ambient);
  };
};
