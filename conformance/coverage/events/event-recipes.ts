import { programRequirement } from '../../audit-helpers/run-action.ts';
import {
  isConditionControlled,
  describeConditionVerbs,
  getNeededCondition,
} from '../../target/conditions.ts';
import type { AuditTools } from '../../audit.ts';
import type { ConditionName } from '../../target/manifest.ts';
import type { EventSubject, EventDriver } from './event-driver.ts';

/** What a recipe needs in addition to a connected runtime. */
type RecipeNeed = 'project' | 'destructive' | 'program' | `control:${ConditionName}`;

/** Describes how to make a target send an event of one kind. */
export interface EventRecipe {
  /** What triggers the event, as reports show it. */
  readonly trigger: string;
  readonly needs?: readonly RecipeNeed[];
  /** Prepares everything that the trigger needs, without causing the event. */
  readonly prepare?: (driver: EventDriver) => Promise<unknown>;
  readonly act: (driver: EventDriver) => Promise<EventSubject>;
  /** The event is about a scene object, so filters can select the event by this object. */
  readonly hasObject?: true;
  /** Other event kinds that show whether the trigger took effect. */
  readonly also?: readonly string[];
  /**
   * Explains why the event may be missing although the target sends events of this kind. Called only if no event
   * arrived.
   */
  readonly explainMissing?: (driver: EventDriver, received: ReceivedKinds) => Promise<string | undefined>;
}

/** The event kinds that arrived during each period. */
interface ReceivedKinds {
  /** Kinds that have arrived since the preparation of the recipe began. */
  readonly sincePrepared: ReadonlySet<string>;
  readonly sinceActed: ReadonlySet<string>;
}

const graphRunCheck = {
  also: ['graph.running'],
  explainMissing: async (_: EventDriver, { sincePrepared }: ReceivedKinds) =>
    sincePrepared.has('graph.running') ? undefined : 'graph.running arrives',
} satisfies Partial<EventRecipe>;

const runBusyGraph: EventRecipe['act'] = ({ busyGraph }) => busyGraph.run();

const nodeExecutionRecipe: EventRecipe = {
  trigger: 'a graph runs whose Start is connected to a node',
  needs: ['project'],
  prepare: ({ executing }) => executing.prepared(),
  act: ({ executing }) => executing.run(),
  ...graphRunCheck,
};

const createToggleRecipes = (
  what: string,
  condition: ConditionName,
  { lost, back, needs }: { lost: string; back: string; needs: readonly RecipeNeed[] },
): Readonly<Record<string, EventRecipe>> => ({
  [lost]: { trigger: `${what} is removed by control`, needs, act: (driver) => driver.go(condition) },
  [back]: {
    trigger: `${what} is restored by control`,
    needs,
    prepare: (driver) => driver.go(condition),
    act: (driver) => driver.comeBack(condition),
  },
});

/** Events of a playback that runs alternately forwards and backwards. */
const pingPongRecipe: EventRecipe = {
  trigger: 'a clip with markers plays under PingPong',
  prepare: ({ playback }) => playback.animated(),
  act: ({ playback }) => playback.goRound(),
  hasObject: true,
};

const playbackRecipes: Readonly<Record<string, EventRecipe>> = {
  'animation.playback.started': pingPongRecipe,
  'animation.playback.marker': pingPongRecipe,
  'animation.playback.direction.changed': pingPongRecipe,
  'animation.playback.looped': pingPongRecipe,
  'animation.playback.paused': {
    trigger: 'a playback is paused',
    prepare: ({ playback }) => playback.looping(),
    act: ({ playback }) => playback.pause(),
    hasObject: true,
  },
  'animation.playback.resumed': {
    trigger: 'a paused playback is resumed',
    prepare: ({ playback }) => playback.pause(),
    act: ({ playback }) => playback.resume(),
    hasObject: true,
  },
  'animation.playback.stopped': {
    trigger: 'a playback is stopped',
    prepare: ({ playback }) => playback.looping(),
    act: ({ playback }) => playback.stop(),
    hasObject: true,
  },
  'animation.playback.completed': {
    trigger: 'a clip plays to its end',
    prepare: ({ playback }) => playback.animated(),
    act: ({ playback }) => playback.complete(),
    hasObject: true,
  },
  'animation.playback.held': {
    trigger: 'a clip plays to its end under ClampForever',
    prepare: ({ playback }) => playback.animated(),
    act: ({ playback }) => playback.hold(),
    hasObject: true,
  },
};

/**
 * A program that ends by itself. The target may report the program's end together with its start, so one trigger causes
 * both events.
 */
const programRecipe: EventRecipe = {
  trigger: 'a program is started',
  needs: ['program'],
  act: ({ start }) => start(),
};

/**
 * The recipes that trigger events, keyed by kind. The order of the recipes ensures that no recipe removes what a later
 * recipe has prepared.
 */
export const eventRecipes: Readonly<Record<string, EventRecipe>> = {
  'graph.running': {
    trigger: 'a graph is run',
    needs: ['project'],
    prepare: ({ busyGraph }) => busyGraph.prepared(),
    act: runBusyGraph,
  },
  'graph.stopped': {
    trigger: 'a running graph is stopped',
    needs: ['project'],
    prepare: runBusyGraph,
    act: ({ busyGraph }) => busyGraph.stop(),
    ...graphRunCheck,
  },
  'ports.updated': {
    ...nodeExecutionRecipe,
    prepare: ({ portsBefore }) => portsBefore(),
    explainMissing: async (driver, received) =>
      (await graphRunCheck.explainMissing(driver, received)) ??
      ((await driver.portsChanged())
        ? undefined
        : 'a graph whose port values, as GET /api/ports/{portId}/value shows them, change as it runs'),
  },
  'node.executing': nodeExecutionRecipe,
  'node.done': nodeExecutionRecipe,
  'variable.changed': {
    trigger: 'the value of a variable is set',
    needs: ['project'],
    prepare: ({ variable }) => variable(),
    act: ({ change }) => change(),
  },
  'variable.deleted': {
    trigger: 'a variable is deleted',
    needs: ['project'],
    prepare: ({ variable }) => variable(),
    act: ({ remove }) => remove(),
  },
  'console.log': { trigger: 'log.console writes an entry', act: ({ write }) => write() },
  'tween.completed': {
    trigger: 'a tween of an object ends',
    prepare: ({ object }) => object(),
    act: ({ finishTween }) => finishTween(),
    hasObject: true,
  },
  'tween.cancelled': {
    trigger: 'a tween of an object is cancelled',
    prepare: ({ startLongTween }) => startLongTween(),
    act: ({ cancel }) => cancel(),
    hasObject: true,
    also: ['tween.completed'],
    explainMissing: async (_, { sinceActed }) =>
      sinceActed.has('tween.completed') ? 'a cancellation that does not complete the tween' : undefined,
  },
  'camera.changed': {
    trigger: 'another camera is made the main camera',
    prepare: ({ camera }) => camera(),
    act: ({ activateCamera }) => activateCamera(),
  },
  'midi.input': {
    trigger: 'MIDI input arrives after midi.subscribe',
    prepare: ({ midi }) => midi(),
    act: ({ play }) => play(),
  },
  'webhook.received': {
    trigger: 'a POST reaches a listener',
    prepare: ({ webhook }) => webhook(),
    act: ({ call }) => call(),
  },
  ...playbackRecipes,
  'streaming.event': {
    trigger: 'streaming.simulate triggers an event that somebody has subscribed to',
    needs: ['destructive'],
    prepare: ({ stream }) => stream.subscribed(),
    act: ({ stream }) => stream.simulate(),
  },
  'process.loaded': programRecipe,
  'process.exited': {
    ...programRecipe,
    trigger: 'a program that was started ends',
    also: ['process.loaded'],
  },
  ...createToggleRecipes('the runtime', 'noRuntime', {
    lost: 'runtime.disconnected',
    back: 'runtime.connected',
    needs: ['control:noRuntime'],
  }),
  ...createToggleRecipes('the project', 'noProject', {
    lost: 'project.closed',
    back: 'project.opened',
    needs: ['destructive', 'control:noProject'],
  }),
};

/** Conditions that the target itself must enter to send events of some kinds. */
export const enteredConditions: readonly ConditionName[] = Object.values(eventRecipes).flatMap(
  ({ needs = [] }) => needs.flatMap((need) => getNeededCondition('control', need) ?? []),
);

export const getEventRecipe = (kind: string): EventRecipe => {
  const recipe = eventRecipes[kind];
  if (recipe === undefined) throw new Error(`There is no recipe for ${kind}`);
  return recipe;
};

/** Describes which of a recipe's needs the target or the manifest does not meet. */
export const describeMissingNeeds = ({ needs = [] }: EventRecipe, t: AuditTools): string | undefined => {
  const missing = needs.map((need) => describeMissingNeed(need, t)).filter((text) => text !== undefined);
  return missing.length === 0 ? undefined : missing.join(', and ');
};

const describeMissingNeed = (need: RecipeNeed, { manifest, health }: AuditTools): string | undefined => {
  if (need === 'project') return health?.projectName ? undefined : 'an open project';
  if (need === 'destructive')
    return manifest.consent.destructive ? undefined : "the manifest's consent.destructive";
  if (need === 'program') return manifest.choices.actions['process.start'] ? undefined : programRequirement;
  const name = getNeededCondition('control', need);
  return !name || isConditionControlled(name, manifest)
    ? undefined
    : `the manifest's ${describeConditionVerbs(name)}`;
};
