import { isDeepStrictEqual } from 'node:util';
import { findParameterName } from '../../audit-helpers/parameter-names.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { createConsoleWriter, createUniqueText } from '../../audit-helpers/console-writer.ts';
import {
  causeConfiguredEvent,
  isEventConfigured,
  subscribeToMidi,
} from '../../audit-helpers/configured-event.ts';
import {
  listActionNames,
  spawnObject,
  spawnCamera,
  startTween,
} from '../../audit-helpers/spawned-objects.ts';
import { startProgram } from '../../audit-helpers/start-program.ts';
import { isRecord, filterStrings, walkJson } from '../../json.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import {
  createExecutingGraph,
  createLinkedGraph,
  listGraphSubjects,
  readPortValues,
  runGraph,
  postGraphCommand,
} from '../../audit-helpers/executing-graph.ts';
import { createVariable, getSampleValues, writeVariable } from '../../audit-helpers/variable-fixtures.ts';
import { registerWebhook } from '../../audit-helpers/webhook-listener.ts';
import { toRoutePath } from '../../target/optional-routes.ts';
import { createPlaybackDriver } from './playback-event-driver.ts';
import { createStreamDriver } from './streaming-event-driver.ts';
import type { AuditTools } from '../../audit.ts';
import type { Id } from '../../target/id.ts';
import type { TargetGraph } from '../../audit-helpers/fixtures.ts';
import type { ConditionName } from '../../target/manifest.ts';

/** What a triggered event is about. */
export interface EventSubject {
  /** Ids and strings that identify the subject's events. Empty if nothing identifies them. */
  readonly subjects: readonly Id[];
}

/** Duration of a tween that is still active when the audit cancels it, in seconds. */
const longTweenSeconds = 30;
const shortTweenSeconds = 0.1;

/**
 * Creates a driver that triggers events through the target's public interface. The driver creates what a trigger needs
 * on first use, and runs each trigger only once.
 */
export const createEventDriver = (t: AuditTools) => {
  const memoized = new Map<string, Promise<unknown>>();
  const memoize = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const created = (memoized.get(name) as Promise<T> | undefined) ?? make();
    memoized.set(name, created);
    return created;
  };

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
    t.given(reply.ok, 'the value of a variable can be set', describeReply(reply));
    return { subjects: [id, name] };
  };
  const remove = async (): Promise<EventSubject> => {
    const removal = t.route('deleteVariable');
    if (!removal) return t.unverified('a route that deletes variables (choices.routes.deleteVariable)');
    const { id, name } = await variable();
    const reply = await t.http.send(removal.method, toRoutePath(removal, id));
    t.given(reply.ok, 'a variable can be deleted', describeReply(reply));
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
    t.given(reply.ok, `${action} of an object's tweens succeeds`, describeReply(reply));
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
    t.given(reply.ok, `${action} of a camera succeeds`, describeReply(reply));
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
      t.given(reply.ok, 'process.start succeeds', describeReply(reply));
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
