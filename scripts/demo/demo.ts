/**
 * The typed client against a running server: orientation, a graph, events, direct actions. It waits for the server, and
 * removes what it made, also when it fails or is interrupted.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { createClient, SceneRuntimeError } from '../../spec/client/index.ts';
import { awaitServer } from './demo-server.ts';
import { exitCodes, UsageError } from '../cli/exit.ts';
import { fileTrouble } from '../cli/file-trouble.ts';
import { createLeftovers } from './leftovers.ts';
import type { Answer, SceneEvent } from '../../spec/client/index.ts';

const seconds = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number of seconds.');
};

const options = new Command('demo')
  .description('Tour of a running server')
  .option('--url <url>', 'base address of the server', 'http://127.0.0.1:7180')
  .option('--token <token>', 'the token; found through /api/health when absent')
  .option('--wait <seconds>', 'how long to wait for the server', seconds, 30)
  .option('--picture <file>', 'where to put a picture of the scene', 'demo.png')
  .parse()
  .opts<{ url: string; token?: string; wait: number; picture: string }>();

let token = options.token ?? '';
const interruption = new AbortController();
const { signal } = interruption;
const client = { url: options.url, token: () => token };
/** Calls nothing more once the demo is interrupted, so that what was made is known. */
const scene = createClient({
  ...client,
  fetch: (...call) => {
    signal.throwIfAborted();
    return fetch(...call);
  },
});
const leftovers = createLeftovers();
const { request: remove, act } = createClient(client);

type Node = Answer<'POST /api/graphs/{graphId}/nodes'>;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const tokenIn = async (file: string): Promise<string> => {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { apiToken: string }).apiToken;
  } catch (failure) {
    throw new UsageError(
      `no token can be read from ${file}: ${fileTrouble(failure) ?? failure}; give it with --token`,
    );
  }
};

const orient = async (): Promise<void> => {
  const health = await awaitServer(scene, { url: options.url, seconds: options.wait, signal, say });
  say('Orientation');
  if (!token && health.auth?.tokenFile) token = await tokenIn(health.auth.tokenFile);
  const runtime = health.runtimeConnected ? 'connected' : 'absent';
  say(`  GET /api/health                  version ${health.apiVersion}, runtime ${runtime}`);
  say(`  GET /llms.txt                    ${(await scene.request('GET /llms.txt')).split('\n')[0]}`);
  say(`  GET /api/toc                     ${(await scene.request('GET /api/toc')).length} routes`);
  const nodeTypes = await scene.request('GET /api/node-types/enum-values');
  say(`  GET /api/node-types/enum-values  ${nodeTypes.length} node types`);
  const actions = await scene.request('GET /api/actions/schema');
  say(`  GET /api/actions/schema          ${actions.count} actions`);
  const events = await scene.request('GET /api/events/types');
  say(`  GET /api/events/types            ${Object.keys(events.channels as object).length} channels`);
};

/** Shows the first event of every wanted kind. */
const collect = (wanted: readonly SceneEvent['type'][]) => {
  const missing = new Set(wanted);
  let complete: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    complete = resolve;
  });
  return {
    see(event: SceneEvent): void {
      if (!missing.delete(event.type)) return;
      const times = event.coalesced ? ` (${event.coalesced} in one)` : '';
      const data = JSON.stringify(event.data).slice(0, 90);
      say(`  ${event.type.padEnd(18)} tick ${event.tick}${times}  ${data}`);
      if (missing.size === 0) complete();
    },
    async all(seconds: number): Promise<void> {
      const late = setTimeout(() => complete(), seconds * 1000);
      signal.addEventListener('abort', complete);
      await all;
      clearTimeout(late);
      signal.throwIfAborted();
      if (missing.size > 0) throw new Error(`no ${[...missing].join(', ')} within ${seconds} s`);
    },
  };
};

const port = (node: Node, name: string, direction: Node['ports'][number]['direction'] = 'input'): string => {
  const found = node.ports.find((own) => own.name === name && own.direction === direction);
  if (!found) throw new Error(`${node.category} has no ${direction} ${name}`);
  return found.id;
};

/** Writes what the scene looks like into a file. */
const takePicture = async (file: string): Promise<void> => {
  const picture = await scene.request('GET /api/scene/picture.png', { query: { width: 960, height: 540 } });
  try {
    await writeFile(file, picture);
  } catch (failure) {
    throw new UsageError(`no picture can be written to ${file}: ${fileTrouble(failure) ?? failure}`);
  }
  say(`  ${picture.length} bytes in ${file}`);
};

type Spawned = Parameters<typeof scene.act<'scene.spawn'>>[1];

/** Makes an object that is taken away again. @returns its tag */
const spawn = async (what: Spawned): Promise<string> => {
  const { result } = await scene.act('scene.spawn', what);
  leftovers.add(() => act('scene.objects.destroy', { object: result.object }));
  return result.object;
};

/** A floor with a ball that is about to fall onto it and, where the project has it, a model. */
const setScene = async (): Promise<void> => {
  await spawn({ type: 'Lights/Ambient Light' });
  const floor = await spawn({ type: 'Primitives/Plane' });
  await scene.act('scene.setColor', { object: floor, color: [0.2, 0.25, 0.3] });
  await scene.act('physics.setCollider', {
    ...{ object: floor, shape: 'box', size: [10, 0.2, 10], center: [0, -0.1, 0] },
  });
  const ball = await spawn({ type: 'Primitives/Sphere', position: [-2, 2.5, 3] });
  await scene.act('scene.setColor', { object: ball, color: [0.1, 0.4, 0.9] });
  await scene.act('physics.setCollider', { object: ball, shape: 'sphere' });
  for (const object of [floor, ball]) await scene.act('physics.setMaterial', { object, bounciness: 0.9 });
  await scene.act('physics.setBody', { object: ball, type: 'dynamic' });
  const { result } = await scene.act('assets.list', { type: 'model' });
  const hasModel = result.assets.some(({ asset }) => asset === 'sunflower.glb');
  if (hasModel) {
    const flower = await spawn({ asset: 'sunflower.glb', position: [0, 0, 4], scale: 1.5 });
    await scene.act('animation.play', { object: flower, clip: 'Bow', loopMode: 'pingPong' });
  }
  say(
    `  a floor, a ball that falls onto it${hasModel ? ', a sunflower that bows' : ''}, and a cube on its way`,
  );
};

const tour = async (): Promise<void> => {
  await orient();

  say('\nA graph that counts, logs and watches');
  const variable = await scene.request('POST /api/variables', {
    body: { name: `demo-count-${Date.now()}`, type: 'Integer', value: 0 },
  });
  leftovers.add(() => remove('DELETE /api/variables/{id}', { params: { id: variable.id } }));
  const graph = await scene.request('POST /api/graphs');
  const params = { graphId: graph.id };
  leftovers.add(() => remove('DELETE /api/graphs/{graphId}', { params, query: { deleteFile: true } }));
  const add = (category: string, locationX: number) =>
    scene.request('POST /api/graphs/{graphId}/nodes', {
      params,
      body: { category, locationX, locationY: 0 },
    });
  const wire = (outputPortId: string, inputPortId: string) =>
    scene.request('POST /api/graphs/{graphId}/connections', { params, body: { outputPortId, inputPortId } });
  const set = (portId: string, value: unknown) =>
    scene.request('PUT /api/ports/{portId}/value', { params: { portId }, body: { value } });

  // biome-ignore lint/style/noNonNullAssertion: a new graph has a Start node
  const start = graph.nodes.find((node) => node.category === 'Start')!;
  const log = await add('LogConsole', 240);
  const interval = await add('OnInterval', 0);
  const increment = await add('IncrementVariable', 240);
  await set(port(log, 'Message'), `Hello from ${graph.name}`);
  await set(port(interval, 'Seconds'), 0.2);
  await set(port(increment, 'Variable'), variable.name);
  await set(port(increment, 'Amount'), 1);
  await wire(port(start, 'Out', 'output'), port(log, 'In'));
  await wire(port(interval, 'Out', 'output'), port(increment, 'In'));
  say(`  created '${graph.name}' with 5 nodes and 2 connections`);

  const hub = await scene.connect();
  leftovers.add(() => hub.close());
  const events = collect([
    'graph.running',
    'node.executing',
    'node.done',
    'console.log',
    'ports.updated',
    'variable.changed',
    'tween.completed',
  ]);
  const stopped = collect(['graph.stopped']);
  await hub.subscribe(
    ['graph.*', 'node.*', 'ports.updated', 'variable.*', 'console.log', 'tween.*'],
    (event) => {
      if (event.graphId && event.graphId !== graph.id) return;
      events.see(event);
      stopped.see(event);
    },
  );

  say('\nsync, run, and what the hub brings');
  await scene.request('POST /api/graphs/{graphId}/sync', { params });
  await scene.request('POST /api/graphs/{graphId}/run', { params });
  await setScene();
  const { result } = await scene.act('scene.spawn', { type: 'Primitives/Cube' });
  const gone = leftovers.add(() => act('scene.objects.destroy', { object: result.object }));
  await scene.act('scene.setColor', { object: result.object, color: [0.9, 0.35, 0.05] });
  await scene.act('transform.setRotation', { object: result.object, rotation: [25, 40, 0] });
  await scene.act('tween.position', { object: result.object, position: { x: 2, y: 1, z: 3 }, time: 1 });
  await events.all(10);

  say('\nA picture of the scene');
  await takePicture(options.picture);

  say('\nThe same actions over the hub');
  for (const response of [
    await hub.act('log.console', { message: 'Sent over the hub' }),
    await hub.act('scene.objects.destroy', { object: result.object }),
  ]) {
    say(`  ActionResponse     ${response.action} ${response.status} ${JSON.stringify(response.result)}`);
  }
  gone();

  await scene.request('POST /api/graphs/{graphId}/stop', { params });
  await stopped.all(10);
  const { value } = await scene.request('GET /api/variables/{id}', { params: { id: variable.id } });
  say(`\nDone: '${variable.name}' counted to ${value}. What was made for the tour is removed.`);
};

/** The user does not want the rest. A second signal ends the demo at once. */
class Interruption extends Error {
  readonly exitCode: number;

  constructor(signalNumber: number) {
    super('interrupted');
    this.exitCode = 128 + signalNumber;
  }
}
process.once('SIGINT', () => interruption.abort(new Interruption(2)));
process.once('SIGTERM', () => interruption.abort(new Interruption(15)));

const exitCodeOf = (failure: unknown): number => {
  if (failure instanceof Interruption) return failure.exitCode;
  const isForUser = failure instanceof UsageError || failure instanceof SceneRuntimeError;
  return isForUser ? exitCodes.usage : exitCodes.failed;
};

const attempt = async (part: () => Promise<void>, about: string): Promise<void> => {
  try {
    await part();
  } catch (failure) {
    process.stderr.write(`demo: ${about}${(failure as Error).message}\n`);
    process.exitCode ||= exitCodeOf(failure);
  }
};

await attempt(tour, '');
await attempt(leftovers.clear, 'not everything that was made could be removed: ');
