/** The scene of a runtime whose objects are those of an engine, and everything that acts on it. */
import { createRunAction } from '../actions/run-action.ts';
import { createInputState } from '../integrations/input-state.ts';
import { createAnimationPlayer } from '../scene/animation/animation-player.ts';
import { type Assets, createAssets } from '../scene/assets/assets.ts';
import { findRequiredAssets } from '../scene/assets/prepare-commands.ts';
import {
  type DiscoveryItems,
  listLayerItems,
  listObjectItems,
  listSceneItems,
} from '../scene/discovery-items.ts';
import { listPropertyTables } from '../scene/object-properties.ts';
import { createScene, type Scene } from '../scene/scene.ts';
import { createTweens } from '../scene/tweens/tweens.ts';
import { createEngineAssets, type EngineAssets } from './engine-assets.ts';
import { takeEnginePicture } from './capture.ts';
import { createEngineMixers, listEngineClips } from './engine-clips.ts';
import { createEngineObjects } from './engine-objects.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { RuntimeSystem } from '../frame/step-runner.ts';
import type { RuntimeCore, RuntimeParts } from '../runtime-core.ts';
import type { RunAction, RuntimeServices } from '../runtime-services.ts';
import type { Engine, Runtime } from './api.ts';
import type { EngineCapabilities } from './capabilities.ts';
import type { FailureReporter } from './failures.ts';

interface EnginePartsOptions<Handle> {
  readonly engine: Engine<Handle>;
  readonly capabilities: EngineCapabilities;
  readonly failures: FailureReporter;
  readonly getAction: (name: string) => NamedAction;
  /** Returns the name of an action, for messages. */
  readonly getActionName: (spec: ActionSpec) => string;
  readonly getFacade: () => Runtime<Handle>;
}

interface EngineParts extends RuntimeParts {
  readonly core: RuntimeCore;
  readonly scene: Scene;
  readonly engineAssets: Pick<EngineAssets<unknown>, 'reset'>;
  /** The items of each data type of discovery. */
  readonly lists: ReadonlyMap<string, () => DiscoveryItems>;
}

/** Returns the components that the objects of a scene have, with their properties and the number of objects. */
const listComponentItems = (scene: Scene): DiscoveryItems => {
  const items = new Map<string, { objectCount: number; properties: Set<string>; description: string }>();
  for (const object of scene.list()) {
    for (const [name, table] of listPropertyTables(object)) {
      const description = object.components.get(name)?.type.description ?? '';
      const item = items.get(name) ?? { objectCount: 0, properties: new Set(), description };
      items.set(name, item);
      item.objectCount += 1;
      for (const property of Object.keys(table)) item.properties.add(property);
    }
  }
  return Array.from(items, ([name, { properties, ...item }]) => ({
    ...{ name, ...item },
    properties: [...properties],
  }));
};

/** Creates the parts of a runtime for an engine. */
export const createEngineParts = <Handle>(
  core: RuntimeCore,
  { engine, capabilities, failures, getAction, getActionName, getFacade }: EnginePartsOptions<Handle>,
): EngineParts => {
  const { limits, notify, fixedStep } = core;
  const { raise } = core.services;
  const engineAssets = createEngineAssets(engine);
  const { listUnread } = engineAssets;
  const assets: Assets = Object.assign(Object.create(createAssets()), { listUnread });
  const source = createEngineObjects(engine, engineAssets);
  const scene = createScene({ maxObjects: limits.objects, assets, source });
  const tweens = createTweens({ scene, raise, maxTweens: limits.tweens });
  const animations = createAnimationPlayer({
    ...{ scene, assets, raise, maxPlaybacks: limits.playbacks },
    getClips: (object) => listEngineClips(engine, object),
    createMixers: (playbacks) => createEngineMixers(engine, playbacks),
    onCrossFadeEnd: (playbackId) => notify.notifyCompletion('transition.ended', { playbackId }),
  });
  const input = createInputState((change) => notify.notifyOccurrence('input', change));
  const { sceneName: current = 'Default' } = engine;
  let areSceneNamesNew = capabilities.features.has('objects');
  const scenes = { current, list: () => [{ scene: current, active: true, saved: false }] };
  // Nothing that the runtime offers uses services other than these.
  const services = {
    ...core.services,
    ...{ scene, scenes, tweens, animations, assets, input },
    cameras: { active: undefined },
    audio: { cancelFade: () => false },
    loadAssets: engineAssets.loadRequired,
  } as unknown as RuntimeServices;
  const run = createRunAction(capabilities.handlers, services);
  const runAction = ((spec, parameters) =>
    failures.convert(getActionName(spec), () => run(spec, parameters))) as RunAction;

  const lists = new Map<string, () => DiscoveryItems>([
    ['input-action', () => input.listActionNames().map((name) => ({ name, value: input.getAction(name) }))],
  ]);
  if (capabilities.features.has('objects')) {
    lists.set('scene-objects', () => listObjectItems(scene));
    lists.set('layers', () => listLayerItems(scene));
    lists.set('scenes', () => listSceneItems(scenes));
  }
  if (capabilities.features.has('properties')) lists.set('components-info', () => listComponentItems(scene));
  if (engine.assets)
    lists.set('runtime-assets', () =>
      Object.entries(engineAssets.list()).map(([name, size]) => ({ name, type: 'model', size })),
    );
  if (engine.spawn && engine.spawnables)
    lists.set('spawnables', () =>
      Object.entries(engine.spawnables?.() ?? {}).map(([menuPath, toolTip]) => ({ menuPath, toolTip })),
    );
  for (const [name, { list }] of Object.entries(engine.dataTypes ?? {}))
    lists.set(name, () => list(getFacade()).map((item) => ({ ...item })));

  const createSystem = (
    name: string,
    label: string,
    advance: (deltaTime: number) => void,
  ): RuntimeSystem => ({
    name,
    advance: (deltaTime) => failures.protect(label, () => advance(deltaTime)),
  });
  return {
    ...{ core, services, scene, animations, input, runAction, getAction, lists, engineAssets },
    prepare(command, params) {
      if (command !== 'action.run' || !('action' in params)) return undefined;
      const { action, parameters } = params;
      const required = findRequiredAssets(getAction(action).spec, parameters, assets);
      return required && engineAssets.loadRequired(required);
    },
    discover: (dataType) => lists.get(dataType)?.() ?? [],
    systems: [
      createSystem('tweens', 'Moving objects', tweens.advance),
      createSystem('animations', 'Animating objects', animations.advance),
      createSystem('scene', 'Removing objects', scene.advance),
      createSystem('engine step', 'step', () => engine.step?.(fixedStep)),
      { name: 'input', advance: input.advance },
    ],
    takePicture: engine.picture && ((requested) => takeEnginePicture(engine, requested)),
    takeChangedSceneNames() {
      if (!areSceneNamesNew) return undefined;
      areSceneNamesNew = false;
      return [current];
    },
  };
};
