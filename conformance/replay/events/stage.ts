import { isDeepStrictEqual } from 'node:util';
import { runAction } from '../../lab/action-calls.ts';
import { consoleWriter, newMarker } from '../../lab/console-writer.ts';
import { bringMidi, listenToMidi } from '../../lab/midi-input.ts';
import { offeredActions, spawn, spawnCamera, tween } from '../../lab/scene-objects.ts';
import { startProgram } from '../../lab/program.ts';
import { isRecord, stringsOf, walk } from '../../json.ts';
import { inShort } from '../../target/http/in-short.ts';
import {
  executingGraph,
  ledGraph,
  namesOfGraph,
  portValuesOf,
  runGraph,
  stepGraph,
} from '../../lab/executing-graph.ts';
import { createVariable, samplesOf, writeVariable } from '../../lab/variables.ts';
import { listen } from '../../lab/webhooks.ts';
import { pathOf } from '../../target/routes.ts';
import { createPlaybackStage } from './playback-stage.ts';
import { createStreamStage } from './stream-stage.ts';
import type { AuditTools } from '../../audit.ts';
import type { Id } from '../../target/id.ts';
import type { LabGraph } from '../../lab/lab.ts';
import type { ConditionName } from '../../target/manifest.ts';

/** What an act set off. */
export interface Happening {
  /** Ids and texts by which its events can be told from others; none where nothing can. */
  readonly about: readonly Id[];
}

/** Long enough to be under way whatever happens before it is cancelled, in seconds. */
const longTween = 30;
const shortTween = 0.1;

/** Where events are set off from outside. What an act needs is made when it is first asked for, and each act is done once. */
export const createStage = (t: AuditTools) => {
  const kept = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const made = (kept.get(name) as Promise<T> | undefined) ?? make();
    kept.set(name, made);
    return made;
  };

  const graphOf = (name: string, make: () => Promise<LabGraph>) => {
    const prepared = () =>
      once(name, async () => {
        const graph = await make();
        return { graph, about: await namesOfGraph(t, graph) };
      });
    const run = (): Promise<Happening> =>
      once(`${name} runs`, async () => {
        const { graph, about } = await prepared();
        await runGraph(t, graph);
        return { about };
      });
    const stop = async (): Promise<Happening> => {
      await run();
      const { graph, about } = await prepared();
      await stepGraph(t, graph, 'stop');
      return { about };
    };
    return { prepared, run, stop };
  };

  /** Its OnNewFrame leads to another node, so that it has no cause to end by itself. */
  const plain = graphOf('busy graph', async () => (await ledGraph(t, 'onnewframe')).graph);
  /** Its Start leads to another node. */
  const executing = graphOf('executing graph', () => executingGraph(t));

  const portsBefore = () =>
    once('ports before', async () => portValuesOf(t, (await executing.prepared()).graph));
  /** Whether the values of ports differ from those before the run, as reading them shows. */
  const portsChanged = async (): Promise<boolean> =>
    !isDeepStrictEqual(await portsBefore(), await portValuesOf(t, (await executing.prepared()).graph));

  const variable = () => once('variable', () => createVariable(t));
  const change = async (): Promise<Happening> => {
    const { id, name, type } = await variable();
    const reply = await writeVariable(t, id, samplesOf(type)[1], '?sync=true');
    t.given(reply.ok, 'the value of a variable can be set', inShort(reply));
    return { about: [id, name] };
  };
  const remove = async (): Promise<Happening> => {
    const removal = t.route('deleteVariable');
    if (!removal) return t.unverified('a route that deletes variables (choices.routes.deleteVariable)');
    const { id, name } = await variable();
    const reply = await t.http.send(removal.method, pathOf(removal, id));
    t.given(reply.ok, 'a variable can be deleted', inShort(reply));
    return { about: [id, name] };
  };

  const writer = () => once('console writer', () => consoleWriter(t));
  const write = async (): Promise<Happening> => {
    const marker = newMarker(t);
    await (await writer())(marker);
    return { about: [marker] };
  };

  const object = () => once('object', () => spawn(t));
  const settle = async (): Promise<Happening> => {
    const tag = await object();
    t.given(await tween(t, tag, shortTween), 'tween.position succeeds');
    return { about: [tag] };
  };
  /** Has a tween under way that is long enough to be cancelled, and finds the action that does so. */
  const underWay = () =>
    once('tween under way', async () => {
      const tag = await object();
      const action =
        (await offeredActions(t, 'tween')).find((name) => /^tween\.(cancel|kill|stop)/i.test(name)) ??
        t.unverified('an action that cancels a tween (tween.cancel)');
      t.given(await tween(t, tag, longTween), 'tween.position succeeds');
      return { tag, action };
    });
  const cancel = async (): Promise<Happening> => {
    const { tag, action } = await underWay();
    const reply = await runAction(t, action, { object: tag });
    t.given(reply.ok, `${action} of an object's tweens succeeds`, inShort(reply));
    return { about: [tag] };
  };

  /** Has a camera that is not the main one, and finds the action that makes it that. */
  const camera = () =>
    once('camera', async () => {
      const tag = await spawnCamera(t);
      const action =
        (await offeredActions(t, 'camera')).find((name) =>
          /^camera\.(set_?(active|main)|activate|switch)/i.test(name),
        ) ?? t.unverified('an action that makes a camera the main camera (camera.setActive)');
      return { tag, action };
    });
  const look = async (): Promise<Happening> => {
    const { tag, action } = await camera();
    const reply = await runAction(t, action, { camera: tag });
    t.given(reply.ok, `${action} of a camera succeeds`, inShort(reply));
    const before = stringsOf([...walk(reply.json)].filter(isRecord).map(({ previous }) => previous));
    for (const previous of before.slice(0, 1)) t.defer(() => runAction(t, action, { camera: previous }));
    return { about: [tag] };
  };

  const midi = () => once('midi', () => listenToMidi(t));
  const play = async (): Promise<Happening> => {
    await midi();
    return { about: await bringMidi(t) };
  };
  const webhook = () => once('webhook', () => listen(t));
  const call = async (): Promise<Happening> => {
    const { about, send } = await webhook();
    const marker = await send();
    if (marker === undefined) return t.unverified('a listener that takes a POST with a JSON body');
    return { about: [marker, ...about] };
  };
  const start = (): Promise<Happening> =>
    once('program', async () => {
      const reply = await startProgram(t);
      t.given(reply.ok, 'process.start succeeds', inShort(reply));
      return { about: [] };
    });

  /** Brings the target itself into a condition. */
  const leave = (name: ConditionName) => once(`leave ${name}`, () => t.bring(name));

  return {
    playback: createPlaybackStage(t, once),
    stream: createStreamStage(t, once),
    plain,
    executing,
    portsBefore,
    portsChanged,
    variable,
    change,
    remove,
    write,
    object,
    settle,
    underWay,
    cancel,
    camera,
    look,
    midi,
    play,
    webhook,
    call,
    start,
    go: async (name: ConditionName): Promise<Happening> => {
      await leave(name);
      return { about: [] };
    },
    comeBack: async (name: ConditionName): Promise<Happening> => {
      await (await leave(name))();
      return { about: [] };
    },
  };
};

export type Stage = ReturnType<typeof createStage>;
