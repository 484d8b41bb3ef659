import { Fault } from '#spec/errors.ts';
import { lazy } from '#spec/lazy.ts';
import { createActionRunner } from './actions/index.ts';
import { createCommands } from './commands.ts';
import { createEngine } from './engine/engine.ts';
import { createOutside } from './engine/jobs.ts';
import { defaultLimits } from './engine/limits.ts';
import { createVariables } from './engine/variables.ts';
import { noHttp } from './devices/http.ts';
import { createConsole } from './console.ts';
import { createConsoleWriter } from './link/console.ts';
import { createQuestions } from './link/questions.ts';
import { createFixedClock } from './frame/fixed-clock.ts';
import { createLoop } from './frame/loop.ts';
import { createOverloadWatch, type Overload } from './frame/overload.ts';
import { dropWarning, overloadWarning } from './frame/warnings.ts';
import { createOutbox } from './frame/outbox.ts';
import { Present } from './frame/present.ts';
import { systemScheduler } from './frame/scheduler.ts';
import { createStepper } from './frame/stepper.ts';
import { createStepping } from './frame/stepping.ts';
import { openSeams } from './frame/seams.ts';
import { createWallTime } from './frame/wall-time.ts';
import { definitionByEnumValue } from './nodes/index.ts';
import { defaultEntryPrefix, defaultFps, defaultSeed, type RuntimeOptions } from './runtime-options.ts';
import { createDiscovery } from './scene/discovery.ts';
import { createAnimations } from './scene/animation/animations.ts';
import { createAssets } from './scene/assets/assets.ts';
import { createAssetKeeper } from './scene/assets/keeper.ts';
import { createPreparation } from './scene/assets/prepare.ts';
import { createSources } from './scene/audio/sources.ts';
import { createSceneAudio } from './scene/audio/scene-audio.ts';
import { createSceneChanges } from './scene/changes/scene-changes.ts';
import { createCameras } from './scene/cameras/cameras.ts';
import { createEffects } from './scene/effects/effects.ts';
import { createDefaultScene, mainCameraTag } from './scene/default-scene.ts';
import { createDevicePreparation } from './outside/prepare.ts';
import { createOutsideWorld } from './outside/outside-world.ts';
import { noPictures } from './scene/pictures/take-pictures.ts';
import { createSimulation } from './scene/simulation/simulation.ts';
import { createScenes } from './scene/scenes/scenes.ts';
import { createTweens } from './scene/tweens/tweens.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Pace, Parts } from './engine/pace.ts';
import type { ConsoleLine } from './link/console.ts';
import type { Answer, RuntimeTarget, Stamp } from './link/protocol.ts';
import { type AssetNews, type Readings, unreadable } from './scene/assets/asset-news.ts';
import type { Scene } from './scene/scene.ts';
import type { News } from './outside/news.ts';
import type { System } from './system.ts';
import type { World } from './world.ts';

/** All that decides what a runtime does next, as plain data of each of its systems (register: C-34). */
export type RuntimeState = Readonly<Record<string, unknown>>;

/** What the service stands in front of: time, graphs, scene, tweens and actions. */
export interface Runtime extends RuntimeTarget {
  readonly scene: Scene;
  /** Lets time run: steps follow real time. */
  start(): void;
  /**
   * Makes the steps that are due, for whoever is about to do one of many pieces of work.
   * @returns whether there were any; there are none while time does not run
   */
  keepUp(): boolean;
  /** Stops time, then every running graph, which fires OnStop, and delivers what is left. */
  stop(): void;
  /** Makes this many steps at once, paused or not. For whoever drives time by hand instead of `start`. */
  step(ticks?: number): void;
  /** Says on the console that this much simulated time was given up. The loop does so itself. */
  dropTime(milliseconds: number): void;
  /** Says on the console that frames take longer than their share. The loop does so itself. */
  tellOverload(overload: Overload): void;
  /** Takes in what came to be known of the files of assets. The runtime does so itself where it has files. */
  takeAssets(news: AssetNews, readings: Readings): void;
  /** Takes in what a device tells. The runtime does so itself where it has devices. */
  takeNews(news: News): void;
  /** The moment between two ticks; completes a tick that is being made. Parts of it change with time: write it down before they do. */
  state(): RuntimeState;
}

/** Creates a runtime. Nothing in it is shared with another one. */
export const createRuntime = ({
  fps = defaultFps,
  seed = defaultSeed,
  entryPrefix = defaultEntryPrefix,
  now,
  scheduler = systemScheduler,
  turnScheduler = scheduler,
  limits: chosen = {},
  http = noHttp,
  devices = {},
  pictures = noPictures,
  files,
  definitions = definitionByEnumValue,
  seams = openSeams,
}: RuntimeOptions): Runtime => {
  const limits = { ...defaultLimits, ...chosen };
  const pace: Pace = { isLate: undefined, enter: undefined };
  /** Commands since the last tick. */
  let commandCount = 0;

  const clock = createFixedClock(fps, (ticks) => makeSteps(ticks));
  const present = new Present(clock);
  const outbox = createOutbox(present);
  const { raise } = outbox;

  const use = (unixMs: number): number => seams.reading(unixMs, present.tick);
  const wallTime = createWallTime(() => now().getTime(), use);
  const console = createConsole(
    createConsoleWriter(entryPrefix, () => use(now().getTime())),
    raise,
  );
  const log = console.write;
  /** Writes to the console between two ticks, where nothing else delivers it. */
  const logNow = (line: ConsoleLine): void => {
    log(line);
    outbox.deliver();
  };
  const questions = createQuestions(outbox.ask);

  const assets = createAssets();
  const takeAssets: Runtime['takeAssets'] = (news, readings) => {
    seams.assetsCame(news, present.tick);
    assets.takeIn(news, readings);
    tellScenes();
    if (news.failure !== undefined) logNow({ severity: 'error', message: news.failure });
  };
  const deliverAssets = async (news: AssetNews, readings: Readings = new Map()): Promise<void> =>
    stepper.between(() => takeAssets(news, readings));
  const keeper = files && createAssetKeeper({ ...{ files, assets, scheduler }, deliver: deliverAssets });

  const meetNeed: World['meetNeed'] = async (need) => {
    await keeper?.meet(need).catch((failure) => deliverAssets(unreadable(failure)));
  };

  const scene = createDefaultScene(limits.objects, assets);
  const tweens = createTweens({ scene, raise, mostTweens: limits.tweens });
  const animations = createAnimations({
    ...{ scene, assets, raise, mostPlaybacks: limits.playbacks },
    crossed: (playbackId) => engine.ended('transition.ended', { playbackId }),
  });
  const cameras = createCameras({ scene, raise, main: mainCameraTag });
  const scenes = createScenes({
    ...{ scene, cameras, assets, raise },
    warn: (message) => void log({ severity: 'warning', message }),
    ended: (ending, data) => engine.ended(ending, data),
  });
  const physics = createSimulation({
    ...{ scene, fixedStep: clock.fixedStep, mostObjects: limits.objects },
    touched: (changes) => engine.touched(changes),
  });
  const audio = createSceneAudio({ scene, cameras, assets, tweens, raise, mostSounds: limits.sounds });
  const sources = createSources(scene, audio, assets);
  const effects = createEffects(scene, audio);
  audio.onEnded((soundId) => engine.ended('sound.ended', { soundId }));
  const outsideWorld = createOutsideWorld({
    ...{ devices, raise, log, fixedStep: clock.fixedStep },
    occurred: (kind, occurrence) => engine.occurred(kind, occurrence),
    ended: (ending, data) => engine.ended(ending, data),
  });
  const takeNews: Runtime['takeNews'] = (news) => {
    seams.newsCame(news, present.tick);
    outsideWorld.hear(news);
    outbox.deliver();
  };
  outsideWorld.listen((news) => stepper.between(() => takeNews(news)));
  const { input, midi } = outsideWorld.services;
  const variables = createVariables((change) => engine.variableChanged(change));
  const world: World = {
    ...{
      seed,
      clock,
      scene,
      scenes,
      tweens,
      animations,
      cameras,
      physics,
      audio,
      assets,
      http,
      pictures,
      raise,
      log,
      console,
    },
    ask: questions.ask,
    ...outsideWorld.services,
    wallTime: wallTime.read,
    meetNeed,
    keepFiles: async (changes, tags) => keeper?.keep(changes, tags),
    variable: (name) => variables.find(name)?.value,
  };
  const changes = lazy(() => createSceneChanges({ scene, cameras, firstMark: now().getTime() }));
  const discover = createDiscovery(world);
  const runAction = createActionRunner(world);
  const engine = createEngine({
    ...{ definitions, world, seed, variables, runAction, limits, pace },
    outside: seams.outside(createOutside()),
  });
  outbox.listen({ events: engine.hear });

  const raiseVariables = (): void => {
    for (const { variable, value, previous } of variables.takeChanges()) {
      const { id, name, type, graphId } = variable;
      const scope = graphId === undefined ? {} : { graphId };
      raise('variable.changed', { id, name, ...scope, type, value, previous });
    }
  };

  const beginTick = (): void => {
    clock.advance();
    seams.tickBegins(clock.tick);
    wallTime.begin();
  };

  const systems: readonly System[] = [
    { name: 'clock', advance: beginTick, state: () => clock.state() },
    { name: 'engine', advanceInParts: engine.runGraphs, stop: engine.stopAll, state: engine.state },
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
    ...outsideWorld.systems,
    { name: 'console', state: console.state },
    { name: 'questions', state: questions.state },
    { name: 'ports', advance: engine.flushPorts },
    { name: 'variables', settle: raiseVariables, state: variables.state },
  ];

  // picked out once, because a tick with nothing to do takes no longer than asking each system what it has
  const turns = systems.filter(({ advance, advanceInParts }) => advance ?? advanceInParts);
  const settles = systems.flatMap((system) => system.settle ?? []);

  const tellScenes = (): void => {
    const names = scenes.takeNames();
    if (names) outbox.tellScenes(names);
  };

  const tellTick = (): void => {
    tellScenes();
    outbox.deliver();
    // a listener may have begun the next step, at whose end it is told
    if (stepper.isOpen()) return;
    const idle = engine.takeIdle();
    if (idle) outbox.tellIdle(idle);
  };

  const settle = (): void => {
    const wanted = assets.takeWanted();
    if (wanted.length > 0) void meetNeed({ read: wanted });
    midi.followGraphs(engine.waitsFor('midi'));
    for (const tell of settles) tell();
  };

  function* makeTick(): Parts {
    present.ticking = true;
    commandCount = 0;
    for (const { advance, advanceInParts } of turns) {
      if (advance) advance(clock.deltaTime);
      else if (advanceInParts) yield* advanceInParts();
    }
    settle();
    present.ticking = false;
  }
  const stepper = createStepper({
    before: seams.beforeTick,
    makeStep: makeTick,
    made: tellTick,
    pace,
  });

  /** After what came between two ticks. A step that was begun meanwhile does both at its end. */
  const settleAndDeliver = (): void => {
    if (stepper.isOpen()) return;
    settle();
    tellScenes();
    outbox.deliver();
  };

  const makeSteps = (ticks: number): MaybePromise<number> => {
    // what happened before the steps is told before what happens in them
    outbox.deliver();
    return stepping.make(ticks);
  };

  const dropTime = (milliseconds: number): void =>
    void stepper.between(() => {
      seams.timeDropped(milliseconds, present.tick);
      logNow(dropWarning(milliseconds));
    });

  const tellOverload = (overload: Overload): void =>
    void stepper.between(() => {
      seams.overloaded(overload, present.tick);
      logNow(overloadWarning(overload));
    });

  const period = 1000 / fps;
  const loop = createLoop({
    period,
    scheduler,
    paused: () => clock.paused || stepping.left() > 0,
    begin: stepper.begin,
    dropped: dropTime,
    watch: createOverloadWatch({ shareMs: period, now: scheduler.now, pace, tell: tellOverload }),
  });

  const stepping = createStepping({
    made: () => present.tick - 1,
    admit: seams.beforeTick,
    begin: stepper.begin,
    inTurns: loop.isRunning,
    scheduler: turnScheduler,
  });

  const prepareAssets = keeper && createPreparation(keeper, assets);
  const prepareDevices = createDevicePreparation(midi);
  const commands = createCommands({
    ...{ engine, variables, scene, animations, discover, runAction, questions, input },
    changes: (since) => changes().take(present.tick, since),
  });

  const execute: RuntimeTarget['execute'] = (command, params) => {
    stepper.complete();
    seams.commanded(command, params, present.tick);
    commandCount += 1;
    const stamp: Stamp = { tick: clock.tick + 1, seq: commandCount };
    try {
      const answer = commands[command](params);
      // each command makes its answer anew
      const stamped = (made: object): object => Object.assign(made, stamp);
      return (answer instanceof Promise ? answer.then(stamped) : stamped(answer)) as Answer<typeof command>;
    } finally {
      settleAndDeliver();
    }
  };

  return {
    scene,
    prepare: (command, params) => prepareAssets?.(command, params) ?? prepareDevices(command, params),
    execute,
    takeAssets,
    takeNews,
    listen: outbox.listen,
    holding: () => ({ graphs: engine.held(), variables: variables.held() }),
    betweenTicks: stepper.between,
    start: loop.start,
    keepUp: loop.keepUp,
    stop() {
      // first, so that steps asked for by what waited for the end of this one are given up, too
      stepper.complete();
      seams.stopped(present.tick);
      loop.stop();
      keeper?.end();
      stepping.giveUp(new Fault('ACTION_FAILED', `The runtime was stopped after step ${clock.tick}.`));
      for (const system of systems) system.stop?.();
      settleAndDeliver();
    },
    step(ticks = 1) {
      stepper.complete();
      outbox.deliver();
      for (let made = 0; made < ticks; made++) stepper.make();
    },
    dropTime,
    tellOverload,
    state() {
      stepper.complete();
      return Object.fromEntries(systems.flatMap(({ name, state }) => (state ? [[name, state()]] : [])));
    },
  };
};
