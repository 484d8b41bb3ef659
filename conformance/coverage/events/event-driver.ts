import { createMemo } from '../request-fixtures.ts';
import { isDeepStrictEqual } from 'node:util';
import { createClipPlayer, createMarkers } from '../../audit-helpers/animation/clip-player.ts';
import {
  causeConfiguredEvent,
  isEventConfigured,
  subscribeToMidi,
} from '../../audit-helpers/subscriptions.ts';
import { createConsoleWriter, createUniqueText } from '../../audit-helpers/console-writer.ts';
import {
  createExecutingGraph,
  createLinkedGraph,
  listGraphSubjects,
  postGraphCommand,
  readPortValues,
  runGraph,
} from '../../audit-helpers/executing-graph.ts';
import { readAction, runAction, startProgram } from '../../audit-helpers/run-action.ts';
import {
  listActionNames,
  spawnCamera,
  spawnObject,
  startTween,
} from '../../audit-helpers/spawned-objects.ts';
import { createVariable, getSampleValues, writeVariable } from '../../audit-helpers/variable-fixtures.ts';
import { registerWebhook } from '../../audit-helpers/webhook-listener.ts';
import { filterStrings, isRecord, walkJson } from '../../json.ts';
import { toRoutePath } from '../../target/routes.ts';
import { createStreamDriver } from './streaming-event-driver.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { AuditTools } from '../../audit.ts';
import type { Id } from '../../target/id.ts';
import type { ConditionName } from '../../target/manifest.ts';

/**
 * Returns the name of a parameter that the description does not name: the name in the manifest, or else the first usual
 * name that the target's action schema declares. The audit ends as NOT_VERIFIED if there is none, because a parameter
 * that the kit has made up must not be sent.
 */
const findParameterName = async (
  t: AuditTools,
  action: string,
  usualNames: readonly [string, ...string[]],
): Promise<string> => {
  const [meaning] = usualNames;
  const configured = t.manifest.choices.parameters[action]?.[meaning];
  if (configured !== undefined) return configured;
  const { parameters = [] } = (await readAction(t, action)) ?? {};
  const declared = usualNames
    .map((usual) => parameters.find(({ name }) => name.toLowerCase() === usual.toLowerCase()))
    .find((found) => found !== undefined);
  return (
    declared?.name ??
    t.unverified(
      `a parameter of ${action} for the ${meaning}, in the action schema (choices.parameters "${action}", with the key "${meaning}")`,
    )
  );
};

/** Duration of one pass through a clip, in seconds. */
const clipSeconds = 0.1;

type Memoize = <T>(name: string, make: () => Promise<T>) => Promise<T>;

const createPlaybackDriver = (t: AuditTools, memoize: Memoize) => {
  const player = () => memoize('player', () => createClipPlayer(t));
  const animated = () => memoize('animated', async () => (await player()).object());
  const toSubject = async () => ({ subjects: [(await animated()).object] });

  const start =
    (name: string, loopMode: 'once' | 'loop' | 'pingPong' | 'clampForever', passes = 1) =>
    () =>
      memoize(name, async () => {
        const { object, clips } = await animated();
        const [clip] = clips;
        const markers = createMarkers(t, clip);
        const playing = await (await player()).play({ object, clip, loopMode, markers, within: clipSeconds });
        return { ...(await toSubject()), seconds: passes * playing.seconds };
      });
  const looping = start('looping', 'loop');

  const change = (action: 'pause' | 'resume' | 'stop', before: () => Promise<unknown>) => () =>
    memoize(action, async () => {
      await before();
      const { object } = await animated();
      await (await player()).run(action, { object });
      return toSubject();
    });
  const pause = change('pause', looping);

  return {
    animated,
    looping,
    /** Plays a clip that passes markers, changes direction and loops. */
    goRound: start('going round', 'pingPong', 2),
    pause,
    resume: change('resume', pause),
    stop: change('stop', looping),
    complete: start('completing', 'once'),
    hold: start('holding', 'clampForever'),
  };
};

/** What a triggered event is about. */
export interface EventSubject {
  /** Ids and strings that identify the subject's events. Empty if nothing identifies them. */
  readonly subjects: readonly Id[];
  /** How long the last of the events may take to occur, in seconds. */
  readonly seconds?: number;
}

/** Duration of a tween that is still active when the audit cancels it, in seconds. */
const longTweenSeconds = 30;
const shortTweenSeconds = 0.1;

/**
 * Creates a driver that triggers events through the target's public interface. The driver creates what a trigger needs
 * on first use, and runs each trigger only once.
 */
export const createEventDriver = (t: AuditTools) => {
  const memoize = createMemo();

  const createGraphDriver = (name: string, make: () => Promise<TargetGraph>) => {
    const prepared = () =>
      memoize(name, async () => {
        const graph = await make();
        return { graph, subjects: await listGraphSubjects(t, graph) };
      });
    const run = (): Promise<EventSubject> =>
      memoize(`${name} runs`, async () => {
        const { graph, subjects } = await prepared();
        await runGraph(t, graph);
        return { subjects };
      });
    const stop = async (): Promise<EventSubject> => {
      await run();
      const { graph, subjects } = await prepared();
      await postGraphCommand(t, graph, 'stop');
      return { subjects };
    };
    return { prepared, run, stop };
  };

  /** A graph that does not stop by itself, because its OnNewFrame is connected to another node. */
  const busyGraph = createGraphDriver(
    'busy graph',
    async () => (await createLinkedGraph(t, 'onnewframe')).graph,
  );
  /** A graph whose Start is connected to another node. */
  const executing = createGraphDriver('executing graph', () => createExecutingGraph(t));

  const readPorts = async () => readPortValues(t, (await executing.prepared()).graph);
  /** The values of the ports whose value does not change by itself. */
  const portsBefore = () =>
    memoize('ports before', async () => {
      const [values, rereadValues] = [await readPorts(), await readPorts()];
      return [...values].filter(([id, value]) => isDeepStrictEqual(value, rereadValues.get(id)));
    });
  /** Whether reads show that port values have changed since before the graph ran. */
  const portsChanged = async (): Promise<boolean> => {
    const [before, after] = [await portsBefore(), await readPorts()];
    return before.some(([id, value]) => after.has(id) && !isDeepStrictEqual(value, after.get(id)));
  };

  const variable = () => memoize('variable', () => createVariable(t));
  const change = async (): Promise<EventSubject> => {
    const { id, name, type } = await variable();
    const reply = await writeVariable(t, id, getSampleValues(type)[1], '?sync=true');
    t.givenSuccess(reply, 'the value of a variable can be set');
    return { subjects: [id, name] };
  };
  const remove = async (): Promise<EventSubject> => {
    const removal = t.route('deleteVariable');
    if (!removal) return t.unverified('a route that deletes variables (choices.routes.deleteVariable)');
    const { id, name } = await variable();
    const reply = await t.http.send(removal.method, toRoutePath(removal, id));
    t.givenSuccess(reply, 'a variable can be deleted');
    return { subjects: [id, name] };
  };

  const writer = () => memoize('console writer', () => createConsoleWriter(t));
  const write = async (): Promise<EventSubject> => {
    const marker = createUniqueText(t);
    await (await writer())(marker);
    return { subjects: [marker] };
  };

  const object = () => memoize('object', () => spawnObject(t));
  const finishTween = async (): Promise<EventSubject> => {
    const tag = await object();
    t.given(await startTween(t, tag, shortTweenSeconds), 'tween.position succeeds');
    return { subjects: [tag] };
  };
  /** Starts a tween that lasts long enough to be cancelled, and finds the action that cancels this tween. */
  const startLongTween = () =>
    memoize('active tween', async () => {
      const tag = await object();
      const action =
        (await listActionNames(t, 'tween')).find((name) => name.toLowerCase() === 'tween.cancel') ??
        t.unverified('an action that cancels a tween (tween.cancel)');
      const parameters = { [await findParameterName(t, action, ['object', 'sceneObject', 'tag'])]: tag };
      t.given(await startTween(t, tag, longTweenSeconds), 'tween.position succeeds');
      return { tag, action, parameters };
    });
  const cancel = async (): Promise<EventSubject> => {
    const { tag, action, parameters } = await startLongTween();
    const reply = await runAction(t, action, parameters);
    t.givenSuccess(reply, `${action} of an object's tweens succeeds`);
    return { subjects: [tag] };
  };

  /**
   * Creates a camera that is not the main camera, and finds the action that turns this camera into the main camera.
   * Returns `undefined` if the manifest states a call that does both.
   */
  const camera = () =>
    memoize('camera', async () => {
      if (isEventConfigured(t, 'camera.changed')) return undefined;
      const tag = await spawnCamera(t);
      const action =
        (await listActionNames(t, 'camera')).find((name) =>
          /^camera\.(set_?(active|main)|activate|switch)/i.test(name),
        ) ?? t.unverified('an action that makes a camera the main camera (camera.setActive)');
      return { tag, action, parameter: await findParameterName(t, action, ['camera', 'object', 'tag']) };
    });
  const activateCamera = async (): Promise<EventSubject> => {
    const spawned = await camera();
    if (!spawned) return { subjects: await causeConfiguredEvent(t, 'camera.changed') };
    const { tag, action, parameter } = spawned;
    const reply = await runAction(t, action, { [parameter]: tag });
    t.givenSuccess(reply, `${action} of a camera succeeds`);
    const before = filterStrings([...walkJson(reply.json)].filter(isRecord).map(({ previous }) => previous));
    for (const previous of before.slice(0, 1)) t.defer(() => runAction(t, action, { [parameter]: previous }));
    return { subjects: [tag] };
  };

  const midi = () => memoize('midi', () => subscribeToMidi(t));
  const play = async (): Promise<EventSubject> => {
    await midi();
    return { subjects: await causeConfiguredEvent(t, 'midi.input') };
  };
  const webhook = () => memoize('webhook', () => registerWebhook(t));
  const call = async (): Promise<EventSubject> => {
    const { subjects, send } = await webhook();
    const marker = await send();
    if (marker === undefined) return t.unverified('a listener that accepts a POST with a JSON body');
    return { subjects: [marker, ...subjects] };
  };
  const start = (): Promise<EventSubject> =>
    memoize('program', async () => {
      const reply = await startProgram(t);
      t.givenSuccess(reply, 'process.start succeeds');
      return { subjects: [] };
    });

  /** Puts the target itself, not a copy, into a condition. */
  const enterCondition = (name: ConditionName) => memoize(`leave ${name}`, () => t.enterCondition(name));

  return {
    playback: createPlaybackDriver(t, memoize),
    stream: createStreamDriver(t, memoize),
    busyGraph,
    executing,
    portsBefore,
    portsChanged,
    variable,
    change,
    remove,
    write,
    object,
    finishTween,
    startLongTween,
    cancel,
    camera,
    activateCamera,
    midi,
    play,
    webhook,
    call,
    start,
    go: async (name: ConditionName): Promise<EventSubject> => {
      await enterCondition(name);
      return { subjects: [] };
    },
    comeBack: async (name: ConditionName): Promise<EventSubject> => {
      await (await enterCondition(name))();
      return { subjects: [] };
    },
  };
};

export type EventDriver = ReturnType<typeof createEventDriver>;
