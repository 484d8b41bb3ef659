import { ApiError } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { createActionRunner } from './actions/action-runner.ts';
import { takePicture } from './actions/output.ts';
import { createCommandHandlers } from './command-handlers.ts';
import { createEngine } from './engine/engine.ts';
import { defaultLimits } from './engine/execution-limits.ts';
import { createJobRunner } from './engine/node-jobs.ts';
import { createRuntimeVariables } from './engine/runtime-variables.ts';
import { createEventOutbox, EventStamp } from './frame/event-outbox.ts';
import { createFrameLoop } from './frame/frame-loop.ts';
import { createOverloadMonitor, createOverloadWarning, type Overload } from './frame/overload-monitor.ts';
import { passThroughHooks } from './frame/replay-hooks.ts';
import { createTickWallTime, FixedStepClock } from './frame/runtime-clock.ts';
import { createStepRequests } from './frame/step-requests.ts';
import { createStepRunner, type RuntimeSystem } from './frame/step-runner.ts';
import { noHttp } from './integrations/http.ts';
import { createIntegrations, type DeviceEvent } from './integrations/integrations.ts';
import { createMidiCommandPreparation } from './integrations/midi.ts';
import { type ConsoleLine, createConsoleWriter } from './link/console-writer.ts';
import { createRuntimeRequests } from './link/runtime-requests.ts';
import { definitionsByEnumValue } from './nodes/index.ts';
import { defaultEntryPrefix, defaultFps, defaultSeed, type RuntimeOptions } from './runtime-options.ts';
import { createRuntimeConsole, type RuntimeServices } from './runtime-services.ts';
import { createAnimationPlayer } from './scene/animation/animation-player.ts';
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
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { TickSlices, TimeSlicing } from './frame/time-slicing.ts';
import type { CommandResult, CommandStamp, RuntimeTarget } from './link/runtime-link.ts';
import type { Scene } from './scene/scene.ts';

/** Everything that affects a runtime's future, as plain data keyed by system (C-34). */
export type RuntimeState = Readonly<Record<string, unknown>>;

/** The runtime that the service controls, with time, graphs, scene, tweens and actions. */
export interface Runtime extends RuntimeTarget {
  readonly scene: Scene;
  /** Starts time. From then on, steps follow real time. */
  start(): void;
  /**
   * Runs the steps that are due. When many pieces of work follow each other, call this method before each piece.
   * @returns whether any steps ran; false while time is stopped
   */
  runDueSteps(): boolean;
  /** Stops time and all running graphs, which fire OnStop. Then delivers the remaining events. */
  stop(): void;
  /**
   * Runs steps at once, even while time is paused. This method is meant for callers that control time themselves
   * instead of calling `start`.
   */
  step(ticks?: number): void;
  /**
   * Logs that simulated time was dropped. Only replays call this method; otherwise the frame loop logs dropped time.
   */
  reportDroppedTime(milliseconds: number): void;
  /**
   * Logs that frames exceed their time budget. Only replays call this method; otherwise the frame loop logs overloads.
   */
  reportOverload(overload: Overload): void;
  /**
   * Applies an update about asset files. Only replays call this method; a runtime with access to files applies such
   * updates itself.
   */
  applyAssetUpdate(update: AssetUpdate, contents: LoadedContents): void;
  /** Applies a device event. Only replays call this method; a runtime with devices applies their events itself. */
  applyDeviceEvent(event: DeviceEvent): void;
  /**
   * Completes the current tick and returns the state between two ticks. Serialize the state immediately, because parts
   * of it change later.
   */
  state(): RuntimeState;
}

/** Creates a runtime. Runtimes do not share any state. */
export const createRuntime = ({
  fps = defaultFps,
  seed = defaultSeed,
  entryPrefix = defaultEntryPrefix,
  now,
  scheduler = systemScheduler,
  sliceScheduler = scheduler,
  limits: limitOverrides = {},
  http = noHttp,
  devices = {},
  pictures = disabledRenderer,
  files,
  definitions = definitionsByEnumValue,
  replayHooks = passThroughHooks,
}: RuntimeOptions): Runtime => {
  const limits = { ...defaultLimits, ...limitOverrides };
  const timeSlicing: TimeSlicing = { shouldYield: undefined, onGraphEnter: undefined };
  /** Number of commands since the last tick. */
  let commandCount = 0;

  const clock = new FixedStepClock(fps, (ticks) => runSteps(ticks));
  const eventStamp = new EventStamp(clock);
  const outbox = createEventOutbox(eventStamp);
  const { raise } = outbox;

  const readClock = (unixMs: number): number => replayHooks.onClockRead(unixMs, eventStamp.tick);
  const wallTime = createTickWallTime(() => now().getTime(), readClock);
  const console = createRuntimeConsole(
    createConsoleWriter(entryPrefix, () => readClock(now().getTime())),
    raise,
  );
  const log = console.write;
  /** Writes a line to the console between two ticks, and delivers the entry immediately. */
  const logAndFlush = (line: ConsoleLine): void => {
    log(line);
    outbox.flush();
  };
  const runtimeRequests = createRuntimeRequests(outbox.sendRuntimeRequest);

  const assets = createAssets();
  const applyAssetUpdate: Runtime['applyAssetUpdate'] = (update, contents) => {
    replayHooks.onAssetUpdate(update, eventStamp.tick);
    assets.applyUpdate(update, contents);
    notifySceneNames();
    if (update.failure !== undefined) logAndFlush({ severity: 'error', message: update.failure });
  };
  const deliverAssets = async (update: AssetUpdate, contents: LoadedContents = new Map()): Promise<void> =>
    stepper.runBetweenSteps(() => applyAssetUpdate(update, contents));
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
    onCrossFadeEnd: (playbackId) => engine.notifyCompletion('transition.ended', { playbackId }),
  });
  const cameras = createCameras({ scene, raise, mainCameraTag });
  const scenes = createSceneManager({
    ...{ scene, cameras, assets, raise },
    warn: (message) => void log({ severity: 'warning', message }),
    onSwitchEnded: (type, data) => engine.notifyCompletion(type, data),
  });
  const physics = createPhysicsSimulation({
    ...{ scene, fixedStep: clock.fixedStep, maxObjects: limits.objects },
    onContactsChanged: (changes) => engine.notifyTouches(changes),
  });
  const audio = createSceneAudio({ scene, cameras, assets, tweens, raise, maxSounds: limits.sounds });
  const sources = createAudioSources(scene, audio, assets);
  const effects = createSceneEffects(scene, audio);
  audio.onEnded((soundId) => engine.notifyCompletion('sound.ended', { soundId }));
  const integrations = createIntegrations({
    ...{ devices, raise, log, fixedStep: clock.fixedStep },
    notifyOccurrence: (kind, occurrence) => engine.notifyOccurrence(kind, occurrence),
    notifyCompletion: (type, data) => engine.notifyCompletion(type, data),
  });
  const handleDeviceEvent: Runtime['applyDeviceEvent'] = (event) => {
    replayHooks.onDeviceEvent(event, eventStamp.tick);
    integrations.onDeviceEvent(event);
    outbox.flush();
  };
  integrations.listenToDevices((event) => stepper.runBetweenSteps(() => handleDeviceEvent(event)));
  const { input, midi } = integrations.services;
  const variables = createRuntimeVariables((change) => engine.notifyVariableChange(change));
  const services: RuntimeServices = {
    ...{ seed, clock, scene, scenes, tweens, animations, cameras, physics },
    ...{ audio, assets, http, pictures, raise, log, console },
    requestController: runtimeRequests.send,
    ...integrations.services,
    getWallTime: wallTime.read,
    loadAssets: loadRequired,
    saveAssetFiles: async (changes, tags) => assetFiles?.persistChanges(changes, tags),
    getGlobalVariable: (name) => variables.find(name)?.value,
  };
  const changes = lazy(() => createSceneChangeFeed({ scene, cameras, firstMark: now().getTime() }));
  const discover = createDiscovery(services);
  const runAction = createActionRunner(services);
  const engine = createEngine({
    ...{ definitions, runtime: services, seed, variables, runAction, limits, timeSlicing },
    jobRunner: replayHooks.wrapJobRunner(createJobRunner()),
  });
  outbox.listen({ onEvents: engine.notifyEvents });

  const raiseVariables = (): void => {
    for (const { variable, value, previous } of variables.takeChanges()) {
      const { id, name, type, graphId } = variable;
      const scope = graphId === undefined ? {} : { graphId };
      raise('variable.changed', { id, name, ...scope, type, value, previous });
    }
  };

  const beginTick = (): void => {
    clock.advance();
    replayHooks.onTickStart(clock.tick);
    wallTime.beginTick();
  };

  const systems: readonly RuntimeSystem[] = [
    { name: 'clock', advance: beginTick, state: () => clock.state() },
    { name: 'engine', advanceInSlices: engine.runGraphs, stop: engine.stopAll, state: engine.state },
    { name: 'tweens', advance: tweens.advance, state: tweens.state },
    { name: 'animations', advance: animations.advance, state: animations.state },
    { name: 'scene', advance: scene.advance, state: scene.state },
    { name: 'scenes', advance: scenes.advance, state: scenes.state },
    { name: 'physics', advance: physics.advance, state: physics.state },
    { name: 'cameras', advance: cameras.advance, state: cameras.state },
    { name: 'assets', state: assets.state },
    { name: 'audio sources', advance: sources.advance, state: sources.state },
    { name: 'audio', advance: audio.advance, state: audio.state },
    { name: 'effects', advance: effects.advance, state: effects.state },
    ...integrations.systems,
    { name: 'console', state: console.state },
    { name: 'questions', state: runtimeRequests.state },
    { name: 'ports', advance: engine.reportPorts },
    { name: 'variables', flush: raiseVariables, state: variables.state },
  ];

  // The systems are filtered once, so that an idle tick doesn't have to check each system.
  const advancingSystems = systems.filter(({ advance, advanceInSlices }) => advance ?? advanceInSlices);
  const flushCallbacks = systems.flatMap((system) => system.flush ?? []);

  const notifySceneNames = (): void => {
    const names = scenes.takeChangedNames();
    if (names) outbox.notifySceneNames(names);
  };

  const finishTick = (): void => {
    notifySceneNames();
    outbox.flush();
    // If a listener has already begun the next step, the idle graphs are reported at the end of that step.
    if (stepper.isOpen()) return;
    const idle = engine.takeIdleGraphs();
    if (idle) outbox.notifyIdleGraphs(idle);
  };

  const flushSystems = (): void => {
    const readRequests = assets.takeReadRequests();
    if (readRequests.length > 0) void loadRequired({ read: readRequests });
    midi.setGraphsListening(engine.hasListeners('midi'));
    for (const flush of flushCallbacks) flush();
  };

  function* createTickSlices(): TickSlices {
    eventStamp.isTicking = true;
    commandCount = 0;
    for (const { advance, advanceInSlices } of advancingSystems) {
      if (advance) advance(clock.deltaTime);
      else if (advanceInSlices) yield* advanceInSlices();
    }
    flushSystems();
    eventStamp.isTicking = false;
  }
  const stepper = createStepRunner({
    onBeforeStep: replayHooks.beforeTick,
    createSlices: createTickSlices,
    onStepDone: finishTick,
    timeSlicing,
  });

  /**
   * Publishes changes and delivers events after each command. If a step was started during the command, the end of the
   * step does both instead.
   */
  const flushAndDeliver = (): void => {
    if (stepper.isOpen()) return;
    flushSystems();
    notifySceneNames();
    outbox.flush();
  };

  const runSteps = (ticks: number): MaybePromise<number> => {
    // Earlier events are delivered before the events of the steps.
    outbox.flush();
    return stepRequests.runSteps(ticks);
  };

  const reportDroppedTime = (milliseconds: number): void =>
    void stepper.runBetweenSteps(() => {
      replayHooks.onTimeDropped(milliseconds, eventStamp.tick);
      const message = `The runtime cannot keep up; ${Math.round(milliseconds)} ms of simulated time were dropped.`;
      logAndFlush({ severity: 'warning', message });
    });

  const reportOverload = (overload: Overload): void =>
    void stepper.runBetweenSteps(() => {
      replayHooks.onOverload(overload, eventStamp.tick);
      logAndFlush(createOverloadWarning(overload));
    });

  const period = 1000 / fps;
  const frameLoop = createFrameLoop({
    periodMs: period,
    scheduler,
    isPaused: () => clock.paused || stepRequests.countRemaining() > 0,
    beginStep: stepper.beginStep,
    onTimeDropped: reportDroppedTime,
    overloadMonitor: createOverloadMonitor({
      budgetMs: period,
      now: scheduler.now,
      timeSlicing,
      onOverload: reportOverload,
    }),
  });

  const stepRequests = createStepRequests({
    getStepCount: () => eventStamp.tick - 1,
    onBeforeStep: replayHooks.beforeTick,
    beginStep: stepper.beginStep,
    isSliced: frameLoop.isRunning,
    scheduler: sliceScheduler,
  });

  const prepareAssets = assetFiles && createAssetPreparation(assetFiles, assets);
  const prepareDevices = createMidiCommandPreparation(midi);
  const commands = createCommandHandlers({
    ...{ engine, variables, scene, animations, discover, runAction, questions: runtimeRequests, input },
    changes: (since) => changes().readChanges(eventStamp.tick, since),
    takePicture: (requested) => takePicture(requested, services),
  });

  const execute: RuntimeTarget['execute'] = (command, params) => {
    stepper.completeStep();
    replayHooks.onCommand(command, params, eventStamp.tick);
    commandCount += 1;
    const stamp: CommandStamp = { tick: clock.tick + 1, seq: commandCount };
    try {
      const result = commands[command](params);
      // Adds the stamp to the result itself, which is safe because each command returns a new object.
      const addStamp = (value: object): object => Object.assign(value, stamp);
      return (result instanceof Promise ? result.then(addStamp) : addStamp(result)) as CommandResult<
        typeof command
      >;
    } finally {
      flushAndDeliver();
    }
  };

  return {
    scene,
    prepare: (command, params) => prepareAssets?.(command, params) ?? prepareDevices(command, params),
    execute,
    applyAssetUpdate,
    applyDeviceEvent: handleDeviceEvent,
    listen: outbox.listen,
    getHeldState: () => ({ graphs: engine.listLoaded(), variables: variables.listValues() }),
    runBetweenTicks: stepper.runBetweenSteps,
    start: frameLoop.start,
    runDueSteps: frameLoop.runDueSteps,
    stop() {
      // The step is completed first, so that steps requested by delayed tasks are dropped, too.
      stepper.completeStep();
      replayHooks.onStop(eventStamp.tick);
      frameLoop.stop();
      assetFiles?.stopWatching();
      stepRequests.rejectAll(
        new ApiError('ACTION_FAILED', `The runtime was stopped after step ${clock.tick}.`),
      );
      for (const system of systems) system.stop?.();
      flushAndDeliver();
    },
    step(ticks = 1) {
      stepper.completeStep();
      outbox.flush();
      for (let count = 0; count < ticks; count++) stepper.runStep();
    },
    reportDroppedTime,
    reportOverload,
    state() {
      stepper.completeStep();
      return Object.fromEntries(systems.flatMap(({ name, state }) => (state ? [[name, state()]] : [])));
    },
  };
};
