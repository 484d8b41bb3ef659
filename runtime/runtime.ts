import { createActionRunner } from './actions/action-runner.ts';
import { takePicture } from './actions/output.ts';
import { noHttp } from './integrations/http.ts';
import { createIntegrations, type DeviceEvent } from './integrations/integrations.ts';
import { createMidiCommandPreparation } from './integrations/midi.ts';
import { getAction } from '#spec/actions/find-action.ts';
import { lazy } from '#spec/lazy.ts';
import { isDiscoverableDataType } from '#spec/runtime-link/commands.ts';
import { definitionsByEnumValue } from './nodes/index.ts';
import { type BaseRuntime, createRuntimeCore, type RuntimeCore, type RuntimeParts } from './runtime-core.ts';
import { createAnimationPlayer } from './scene/animation/animation-player.ts';
import { listObjectClips } from './scene/animation/clips/list-object-clips.ts';
import { createSceneMixers } from './scene/animation/mixer/create-scene-mixers.ts';
import { createAssetIo } from './scene/assets/asset-io.ts';
import {
  type AssetUpdate,
  createAssets,
  createReadFailureUpdate,
  type LoadedContents,
} from './scene/assets/assets.ts';
import { createAssetPreparation } from './scene/assets/prepare-commands.ts';
import { createAudioSources } from './scene/audio/audio-sources.ts';
import { createSceneAudio } from './scene/audio/scene-audio.ts';
import { createCameras } from './scene/cameras/cameras.ts';
import { createSceneChangeFeed } from './scene/changes/scene-change-feed.ts';
import { createDefaultScene, mainCameraTag } from './scene/default-scene.ts';
import { createDiscovery } from './scene/discovery.ts';
import { createSceneEffects } from './scene/effects/scene-effects.ts';
import { disabledRenderer } from './scene/rendering/scene-renderer.ts';
import { createSceneManager } from './scene/scenes/scene-manager.ts';
import { createPhysicsSimulation } from './scene/simulation/physics-simulation.ts';
import { createTweens } from './scene/tweens/tweens.ts';
import { systemScheduler } from './shared/scheduler.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeServices } from './runtime-services.ts';
import type { Scene } from './scene/scene.ts';

/** The runtime that the service controls, with time, graphs, scene, tweens and actions. */
export interface Runtime extends BaseRuntime {
  readonly scene: Scene;
  /**
   * Applies an update about asset files. Only replays call this method; a runtime with access to files applies such
   * updates itself.
   */
  applyAssetUpdate(update: AssetUpdate, contents: LoadedContents): void;
  /** Applies a device event. Only replays call this method; a runtime with devices applies their events itself. */
  applyDeviceEvent(event: DeviceEvent): void;
}

/** Creates a runtime. Runtimes do not share any state. */
export const createRuntime = (options: RuntimeOptions): Runtime => {
  const { runtime, parts } = createRuntimeCore(
    { ...options, definitions: options.definitions ?? definitionsByEnumValue },
    (core) => createSceneParts(core, options),
  );
  const { scene, applyAssetUpdate, applyDeviceEvent } = parts;
  return { ...runtime, scene, applyAssetUpdate, applyDeviceEvent };
};

/** Creates the headless three.js scene, with everything that acts on it, and the devices. */
const createSceneParts = (
  {
    services: core,
    limits,
    replayHooks,
    fixedStep,
    notify,
    getTick,
    logAndFlush,
    flushEvents,
    notifySceneNames,
    runBetweenSteps,
  }: RuntimeCore,
  {
    now,
    scheduler = systemScheduler,
    http = noHttp,
    devices = {},
    pictures = disabledRenderer,
    files,
  }: RuntimeOptions,
) => {
  const { raise, log } = core;
  const assets = createAssets();
  const applyAssetUpdate: Runtime['applyAssetUpdate'] = (update, contents) => {
    replayHooks.onAssetUpdate(update, getTick());
    assets.applyUpdate(update, contents);
    notifySceneNames();
    if (update.failure !== undefined) logAndFlush({ severity: 'error', message: update.failure });
  };
  const deliverAssets = async (update: AssetUpdate, contents: LoadedContents = new Map()): Promise<void> =>
    runBetweenSteps(() => applyAssetUpdate(update, contents));
  const assetFiles = files && createAssetIo({ ...{ files, assets, scheduler }, deliver: deliverAssets });

  const loadRequired: RuntimeServices['loadAssets'] = async (required) => {
    await assetFiles
      ?.loadRequired(required)
      .catch((failure) => deliverAssets(createReadFailureUpdate(failure)));
  };

  const scene = createDefaultScene(limits.objects, assets);
  const tweens = createTweens({ scene, raise, maxTweens: limits.tweens });
  const animations = createAnimationPlayer({
    ...{ scene, assets, raise, maxPlaybacks: limits.playbacks },
    getClips: (object) => listObjectClips(object, assets),
    createMixers: (playbacks) => createSceneMixers(scene, playbacks),
    onCrossFadeEnd: (playbackId) => notify.notifyCompletion('transition.ended', { playbackId }),
  });
  const cameras = createCameras({ scene, raise, mainCameraTag });
  const scenes = createSceneManager({
    ...{ scene, cameras, assets, raise },
    warn: (message) => void log({ severity: 'warning', message }),
    onSwitchEnded: (type, data) => notify.notifyCompletion(type, data),
  });
  const physics = createPhysicsSimulation({
    ...{ scene, fixedStep: fixedStep, maxObjects: limits.objects },
    onContactsChanged: (changes) => notify.notifyTouches(changes),
  });
  const audio = createSceneAudio({ scene, cameras, assets, tweens, raise, maxSounds: limits.sounds });
  const sources = createAudioSources(scene, audio, assets);
  const effects = createSceneEffects(scene, audio);
  audio.onEnded((soundId) => notify.notifyCompletion('sound.ended', { soundId }));
  const integrations = createIntegrations({
    ...{ devices, raise, log, fixedStep: fixedStep },
    notifyOccurrence: (kind, occurrence) => notify.notifyOccurrence(kind, occurrence),
    notifyCompletion: (type, data) => notify.notifyCompletion(type, data),
  });
  const handleDeviceEvent: Runtime['applyDeviceEvent'] = (event) => {
    replayHooks.onDeviceEvent(event, getTick());
    integrations.onDeviceEvent(event);
    flushEvents();
  };
  integrations.listenToDevices((event) => runBetweenSteps(() => handleDeviceEvent(event)));
  const { input, midi } = integrations.services;
  const services: RuntimeServices = {
    ...core,
    ...{ scene, scenes, tweens, animations, cameras, physics, audio, assets, http, pictures },
    ...integrations.services,
    loadAssets: loadRequired,
    saveAssetFiles: async (changes, tags) => assetFiles?.persistChanges(changes, tags),
  };
  const discover = createDiscovery(services);
  const changes = lazy(() => createSceneChangeFeed({ scene, cameras, firstMark: now().getTime() }));
  const prepareAssets = assetFiles && createAssetPreparation(assetFiles, assets);
  const prepareDevices = createMidiCommandPreparation(midi);

  return {
    ...{ services, scene, animations, input, applyAssetUpdate },
    applyDeviceEvent: handleDeviceEvent,
    discover: (dataType) => (isDiscoverableDataType(dataType) ? discover(dataType) : []),
    getAction,
    runAction: createActionRunner(services),
    systems: [
      { name: 'tweens', advance: tweens.advance, isAtRest: tweens.isAtRest, state: tweens.state },
      {
        name: 'animations',
        advance: animations.advance,
        isAtRest: animations.isAtRest,
        state: animations.state,
      },
      { name: 'scene', advance: scene.advance, isAtRest: scene.isAtRest, state: scene.state },
      { name: 'scenes', advance: scenes.advance, isAtRest: scenes.isAtRest, state: scenes.state },
      { name: 'physics', advance: physics.advance, isAtRest: physics.isAtRest, state: physics.state },
      { name: 'cameras', advance: cameras.advance, isAtRest: cameras.isAtRest, state: cameras.state },
      { name: 'assets', state: assets.state },
      { name: 'audio sources', advance: sources.advance, isAtRest: () => true, state: sources.state },
      { name: 'audio', advance: audio.advance, isAtRest: audio.isAtRest, state: audio.state },
      { name: 'effects', advance: effects.advance, isAtRest: effects.isAtRest, state: effects.state },
      ...integrations.systems,
    ],
    prepare: (command, params) => prepareAssets?.(command, params) ?? prepareDevices(command, params),
    takeChangedSceneNames: scenes.takeChangedNames,
    flush() {
      const readRequests = assets.takeReadRequests();
      if (readRequests.length > 0) void loadRequired({ read: readRequests });
      midi.setGraphsListening(notify.hasListeners('midi'));
    },
    stop: () => assetFiles?.stopWatching(),
    readChanges: (tick, since) => changes().readChanges(tick, since),
    takePicture: (requested) => takePicture(requested, services),
  } satisfies RuntimeParts & Pick<Runtime, 'applyAssetUpdate' | 'applyDeviceEvent'>;
};
