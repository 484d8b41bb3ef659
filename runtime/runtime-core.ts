/**
 * What every runtime does, regardless of its scene: time, steps, graphs, variables, the console, commands and events.
 * The rest, such as the scene and the actions, are parts that the caller creates.
 */
import { ApiError } from '#spec/errors.ts';
import { createCommandHandlers } from './command-handlers.ts';
import { createEngine } from './engine/engine.ts';
import { defaultLimits, type Limits } from './engine/execution-limits.ts';
import { createJobRunner } from './engine/node-jobs.ts';
import { createRuntimeVariables } from './engine/runtime-variables.ts';
import { createEventOutbox, EventStamp } from './frame/event-outbox.ts';
import { createFrameLoop } from './frame/frame-loop.ts';
import { createOverloadMonitor, createOverloadWarning, type Overload } from './frame/overload-monitor.ts';
import { passThroughHooks, type ReplayHooks } from './frame/replay-hooks.ts';
import { createTickWallTime, FixedStepClock } from './frame/runtime-clock.ts';
import { createStepRequests } from './frame/step-requests.ts';
import { createStepRunner, type RuntimeSystem } from './frame/step-runner.ts';
import { type ConsoleLine, createConsoleWriter } from './link/console-writer.ts';
import { createRuntimeRequests } from './link/runtime-requests.ts';
import { defaultEntryPrefix, defaultFps, defaultSeed, type RuntimeOptions } from './runtime-options.ts';
import { createRuntimeConsole, type RuntimeServices } from './runtime-services.ts';
import { systemScheduler } from './shared/scheduler.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { CommandContext } from './command-handlers.ts';
import type { Engine } from './engine/engine.ts';
import type { TickSlices, TimeSlicing } from './frame/time-slicing.ts';
import type { CommandResult, CommandStamp, RuntimeCommand, RuntimeTarget } from './link/runtime-link.ts';
import type { NodeDefinition } from './nodes/dsl/define-node.ts';

/** Everything that affects a runtime's future, as plain data keyed by system (C-34). */
export type RuntimeState = Readonly<Record<string, unknown>>;

/** A runtime that the service controls, whatever its scene is. */
export interface BaseRuntime extends RuntimeTarget {
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
   * Completes the current tick and returns the state between two ticks. Serialize the state immediately, because parts
   * of it change later.
   */
  state(): RuntimeState;
}

/** The services for handlers that the core provides. */
type CoreServices = Pick<
  RuntimeServices,
  'seed' | 'clock' | 'raise' | 'log' | 'console' | 'requestController' | 'getWallTime' | 'getGlobalVariable'
>;

/** What the core provides to the parts of a runtime. */
export interface RuntimeCore {
  readonly services: CoreServices;
  readonly limits: Limits;
  readonly replayHooks: ReplayHooks;
  /** Length of a step in simulated seconds. */
  readonly fixedStep: number;
  /** Returns the current tick or, between two ticks, the next one. */
  getTick(): number;
  /** Writes a line to the console between two ticks, and delivers the entry immediately. */
  logAndFlush(line: ConsoleLine): void;
  /** Delivers the events that were raised between two ticks. */
  flushEvents(): void;
  /** Notifies the service if the names of scenes have changed. */
  notifySceneNames(): void;
  readonly runBetweenSteps: RuntimeTarget['runBetweenTicks'];
  /** Notifies graphs. The engine exists only after all parts have been created. */
  readonly notify: Pick<Engine, 'notifyCompletion' | 'notifyOccurrence' | 'notifyTouches' | 'hasListeners'>;
}

/** The parts of a runtime besides the core. */
export interface RuntimeParts
  extends Pick<CommandContext, 'scene' | 'animations' | 'discover' | 'runAction' | 'getAction' | 'input'> {
  readonly services: RuntimeServices;
  /** The systems of the scene and the devices. They advance after graphs, and before ports are reported. */
  readonly systems: readonly RuntimeSystem[];
  /** Prepares a command; see `RuntimeTarget`. */
  readonly prepare?: RuntimeTarget['prepare'];
  /** Returns the names of all scenes if they have changed. */
  takeChangedSceneNames?(): readonly string[] | undefined;
  /** Called at the end of each step and after each command, before the systems publish their changes. */
  flush?(): void;
  /** Called when the runtime stops, before the systems stop. */
  stop?(): void;
  /** Returns what the scene shows at this tick; everything, or only what has changed since a mark. */
  readChanges?(tick: number, since?: number): Uint8Array;
  /** Takes a picture of the scene between two ticks. */
  readonly takePicture?: CommandContext['takePicture'] | undefined;
}

export interface RuntimeCoreOptions
  extends Pick<
    RuntimeOptions,
    'fps' | 'seed' | 'entryPrefix' | 'now' | 'scheduler' | 'sliceScheduler' | 'limits' | 'replayHooks'
  > {
  /** Node definitions keyed by the enum value in lower case. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>;
  /** Event kinds of the runtime's own, keyed by type. */
  readonly ownEvents?: ReadonlyMap<string, Pick<EventSpec, 'subject'>> | undefined;
}

/**
 * How long nothing must have arrived from outside before frames may rest, in milliseconds. By then, the consequences of
 * the last command have become work of a system, or are over.
 */
const minQuietMs = 500;

/** The commands that change nothing, so that clients can poll without ending the rest of the frames. */
const readingCommands: ReadonlySet<RuntimeCommand> = new Set([
  ...(['graph.flush', 'discovery.list', 'components.list', 'properties.read'] as const),
  ...(['playbacks.list', 'clip.read', 'scene.changes', 'scene.picture'] as const),
]);

const rejectPicture: CommandContext['takePicture'] = async () => {
  throw new ApiError('ACTION_FAILED', 'This runtime takes no pictures.');
};

/** Creates a runtime with the given parts. */
export const createRuntimeCore = <Parts extends RuntimeParts>(
  {
    fps = defaultFps,
    seed = defaultSeed,
    entryPrefix = defaultEntryPrefix,
    now,
    scheduler = systemScheduler,
    sliceScheduler = scheduler,
    limits: limitOverrides = {},
    definitions,
    ownEvents,
    replayHooks = passThroughHooks,
  }: RuntimeCoreOptions,
  createParts: (core: RuntimeCore) => Parts,
): { readonly runtime: BaseRuntime; readonly parts: Parts } => {
  const limits = { ...defaultLimits, ...limitOverrides };
  const timeSlicing: TimeSlicing = { shouldYield: undefined, onGraphEnter: undefined };
  /** Number of commands since the last tick. */
  let commandCount = 0;
  let lastInputAt = Number.NEGATIVE_INFINITY;

  const clock = new FixedStepClock(fps, (ticks) => runSteps(ticks));
  const eventStamp = new EventStamp(clock);
  const outbox = createEventOutbox(eventStamp, ownEvents);
  const { raise } = outbox;

  const readClock = (unixMs: number): number => replayHooks.onClockRead(unixMs, eventStamp.tick);
  const wallTime = createTickWallTime(() => now().getTime(), readClock);
  const console = createRuntimeConsole(
    createConsoleWriter(entryPrefix, () => readClock(now().getTime())),
    raise,
  );
  const log = console.write;
  const logAndFlush = (line: ConsoleLine): void => {
    log(line);
    outbox.flush();
  };
  const runtimeRequests = createRuntimeRequests(outbox.sendRuntimeRequest);
  const variables = createRuntimeVariables((change) => engine.notifyVariableChange(change));

  const runBetweenSteps: RuntimeTarget['runBetweenTicks'] = (task) => {
    lastInputAt = scheduler.now();
    frameLoop.wake();
    return stepper.runBetweenSteps(task);
  };

  const notifySceneNames = (): void => {
    const names = parts.takeChangedSceneNames?.();
    if (names) outbox.notifySceneNames(names);
  };

  const parts = createParts({
    services: {
      ...{ seed, clock, raise, log, console },
      requestController: runtimeRequests.send,
      getWallTime: wallTime.read,
      getGlobalVariable: (name) => variables.find(name)?.value,
    },
    ...{ limits, replayHooks, logAndFlush, notifySceneNames },
    fixedStep: clock.fixedStep,
    getTick: () => eventStamp.tick,
    flushEvents: () => outbox.flush(),
    runBetweenSteps,
    notify: {
      notifyCompletion: (type, data) => engine.notifyCompletion(type, data),
      notifyOccurrence: (kind, occurrence) => engine.notifyOccurrence(kind, occurrence),
      notifyTouches: (changes) => engine.notifyTouches(changes),
      hasListeners: (kind) => engine.hasListeners(kind),
    },
  });
  const engine = createEngine({
    ...{ definitions, runtime: parts.services, seed, variables, limits, timeSlicing },
    runAction: parts.runAction,
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
    { name: 'clock', advance: beginTick, isAtRest: () => true, state: () => clock.state() },
    {
      ...{ name: 'engine', advanceInSlices: engine.runGraphs, isAtRest: engine.isAtRest },
      ...{ stop: engine.stopAll, state: engine.state },
    },
    ...parts.systems,
    { name: 'console', state: console.state },
    { name: 'questions', state: runtimeRequests.state },
    { name: 'ports', advanceInSlices: engine.reportPorts, isAtRest: engine.isAtRest },
    { name: 'variables', flush: raiseVariables, state: variables.state },
  ];

  // The systems are filtered once, so that an idle tick doesn't have to check each system.
  const advancingSystems = systems.filter(({ advance, advanceInSlices }) => advance ?? advanceInSlices);
  const areAllAtRest = (): boolean => advancingSystems.every(({ isAtRest }) => isAtRest?.() ?? false);
  const flushCallbacks = systems.flatMap((system) => system.flush ?? []);

  const finishTick = (): void => {
    notifySceneNames();
    outbox.flush();
    // If a listener has already begun the next step, the idle graphs are reported at the end of that step.
    if (stepper.isOpen()) return;
    const idle = engine.takeIdleGraphs();
    if (idle) outbox.notifyIdleGraphs(idle);
  };

  const flushSystems = (): void => {
    parts.flush?.();
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
    canRest: () =>
      scheduler.now() - lastInputAt >= minQuietMs &&
      stepRequests.countRemaining() === 0 &&
      (clock.paused || areAllAtRest()),
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

  const commands = createCommandHandlers({
    ...{ engine, variables, questions: runtimeRequests },
    ...{ scene: parts.scene, animations: parts.animations, input: parts.input },
    ...{ discover: parts.discover, runAction: parts.runAction, getAction: parts.getAction },
    changes: (since) => parts.readChanges?.(eventStamp.tick, since) ?? new Uint8Array(),
    takePicture: parts.takePicture ?? rejectPicture,
  });

  const execute: RuntimeTarget['execute'] = (command, params) => {
    if (!readingCommands.has(command)) lastInputAt = scheduler.now();
    frameLoop.wake();
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

  const runtime: BaseRuntime = {
    prepare: (command, params) => parts.prepare?.(command, params),
    execute,
    listen: outbox.listen,
    getHeldState: () => ({ graphs: engine.listLoaded(), variables: variables.listValues() }),
    runBetweenTicks: runBetweenSteps,
    start: frameLoop.start,
    runDueSteps: frameLoop.runDueSteps,
    stop() {
      // The step is completed first, so that steps requested by delayed tasks are dropped, too.
      stepper.completeStep();
      replayHooks.onStop(eventStamp.tick);
      frameLoop.stop();
      parts.stop?.();
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
  return { runtime, parts };
};
