/**
 * Shows how to use the typed client with a running server: orientation, a graph, events, direct actions. The demo waits
 * for the server, and removes everything that it creates, even if it fails or is interrupted.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { type Answer, createClient, type SceneEvent, SceneRuntimeError } from '#spec/client/index.ts';
import { describeFileError } from '../cli/describe-file-error.ts';
import { exitCodes, UsageError } from '../cli/exit-codes.ts';
import { waitForServer } from './wait-for-server.ts';

/** Collects the actions that remove what a program has created on a server. */
interface CleanupList {
  /**
   * Adds an action that removes an item.
   * @returns a function to call if the item has already been removed in another way
   */
  add(remove: () => Promise<unknown>): () => void;
  /**
   * Removes all items in reverse order.
   * @throws the first failure, after trying to remove the remaining items
   */
  clear(): Promise<void>;
}

const createCleanupList = (): CleanupList => {
  const cleanups: (() => Promise<unknown>)[] = [];
  return {
    add(remove) {
      cleanups.unshift(remove);
      return () => void cleanups.splice(cleanups.indexOf(remove), 1);
    },
    async clear() {
      const failures: unknown[] = [];
      for (const remove of cleanups.splice(0)) await remove().catch((failure) => failures.push(failure));
      if (failures.length > 0) throw failures[0];
    },
  };
};

const parseSeconds = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number of seconds.');
};

const options = new Command('demo')
  .description('Tour of a running server')
  .option('--url <url>', 'base address of the server', 'http://127.0.0.1:7180')
  .option('--token <token>', 'the token (default: read from the file that /api/health names)')
  .option('--wait <seconds>', 'how long to wait for the server', parseSeconds, 30)
  .option('--picture <file>', 'where to save a picture of the scene', 'demo.png')
  .parse()
  .opts<{ url: string; token?: string; wait: number; picture: string }>();

let token = options.token ?? '';
const abortSignal = new AbortController();
const { signal } = abortSignal;
const client = { url: options.url, token: () => token };
/**
 * A client that sends no more requests after the demo is interrupted, so that the list of items to remove is complete.
 */
const scene = createClient({
  ...client,
  fetch: (...call) => {
    signal.throwIfAborted();
    return fetch(...call);
  },
});
const cleanupList = createCleanupList();
const { request: remove, act } = createClient(client);

type Node = Answer<'POST /api/graphs/{graphId}/nodes'>;

const printLine = (text: string): void => void process.stdout.write(`${text}\n`);

const readToken = async (file: string): Promise<string> => {
  try {
    return (JSON.parse(await readFile(file, 'utf8')) as { apiToken: string }).apiToken;
  } catch (failure) {
    throw new UsageError(
      `The token can't be read from ${file}: ${describeFileError(failure) ?? failure}. Pass it with --token.`,
    );
  }
};

const describeServer = async (): Promise<void> => {
  const health = await waitForServer(scene, {
    url: options.url,
    seconds: options.wait,
    signal,
    print: printLine,
  });
  printLine('Orientation');
  if (!token && health.auth?.tokenFile) token = await readToken(health.auth.tokenFile);
  const runtime = health.runtimeConnected ? 'connected' : 'absent';
  printLine(`  GET /api/health                  version ${health.apiVersion}, runtime ${runtime}`);
  printLine(`  GET /llms.txt                    ${(await scene.request('GET /llms.txt')).split('\n')[0]}`);
  printLine(`  GET /api/toc                     ${(await scene.request('GET /api/toc')).length} routes`);
  const nodeTypes = await scene.request('GET /api/node-types/enum-values');
  printLine(`  GET /api/node-types/enum-values  ${nodeTypes.length} node types`);
  const actions = await scene.request('GET /api/actions/schema');
  printLine(`  GET /api/actions/schema          ${actions.count} actions`);
  const events = await scene.request('GET /api/events/types');
  printLine(`  GET /api/events/types            ${Object.keys(events.channels as object).length} channels`);
};

/** Prints the first event of each expected kind. */
const collectEvents = (expected: readonly SceneEvent['type'][]) => {
  const pending = new Set(expected);
  let complete: () => void = () => {};
  const allReceived = new Promise<void>((resolve) => {
    complete = resolve;
  });
  return {
    see(event: SceneEvent): void {
      if (!pending.delete(event.type)) return;
      const times = event.coalesced ? ` (${event.coalesced} in one)` : '';
      const data = JSON.stringify(event.data).slice(0, 90);
      printLine(`  ${event.type.padEnd(18)} tick ${event.tick}${times}  ${data}`);
      if (pending.size === 0) complete();
    },
    async all(seconds: number): Promise<void> {
      const timer = setTimeout(() => complete(), seconds * 1000);
      signal.addEventListener('abort', complete);
      await allReceived;
      clearTimeout(timer);
      signal.throwIfAborted();
      if (pending.size > 0)
        throw new Error(`timed out after ${seconds} s waiting for ${[...pending].join(', ')}`);
    },
  };
};

const findPortId = (
  node: Node,
  name: string,
  direction: Node['ports'][number]['direction'] = 'input',
): string => {
  const match = node.ports.find((port) => port.name === name && port.direction === direction);
  if (!match) throw new Error(`${node.category} has no ${direction} ${name}`);
  return match.id;
};

/** Saves a picture of the scene to a file. */
const takePicture = async (file: string): Promise<void> => {
  const picture = await scene.request('GET /api/scene/picture.png', { query: { width: 960, height: 540 } });
  try {
    await writeFile(file, picture);
  } catch (failure) {
    throw new UsageError(`The picture can't be written to ${file}: ${describeFileError(failure) ?? failure}`);
  }
  printLine(`  ${picture.length} bytes in ${file}`);
};

type SpawnOptions = Parameters<typeof scene.act<'scene.spawn'>>[1];

/**
 * Creates an object that is removed at the end of the demo.
 * @returns the object's tag
 */
const spawnTemporary = async (spawnOptions: SpawnOptions): Promise<string> => {
  const { result } = await scene.act('scene.spawn', spawnOptions);
  cleanupList.add(() => act('scene.objects.destroy', { object: result.object }));
  return result.object;
};

/** Builds a floor, a ball that is about to fall onto the floor and, if the project contains one, a model. */
const buildScene = async (): Promise<void> => {
  await spawnTemporary({ type: 'Lights/Ambient Light' });
  const ground = await spawnTemporary({ type: 'Primitives/Plane' });
  await scene.act('scene.setColor', { object: ground, color: [0.2, 0.25, 0.3] });
  await scene.act('physics.setCollider', {
    ...{ object: ground, shape: 'box', size: [10, 0.2, 10], center: [0, -0.1, 0] },
  });
  const ball = await spawnTemporary({ type: 'Primitives/Sphere', position: [-2, 2.5, 3] });
  await scene.act('scene.setColor', { object: ball, color: [0.1, 0.4, 0.9] });
  await scene.act('physics.setCollider', { object: ball, shape: 'sphere' });
  for (const object of [ground, ball]) await scene.act('physics.setMaterial', { object, bounciness: 0.9 });
  await scene.act('physics.setBody', { object: ball, type: 'dynamic' });
  const { result } = await scene.act('assets.list', { type: 'model' });
  const hasModel = result.assets.some(({ asset }) => asset === 'sunflower.glb');
  if (hasModel) {
    const flower = await spawnTemporary({ asset: 'sunflower.glb', position: [0, 0, 4], scale: 1.5 });
    await scene.act('animation.play', { object: flower, clip: 'Bow', loopMode: 'pingPong' });
  }
  printLine(
    `  a floor, a ball that falls onto it${hasModel ? ', a sunflower that bows' : ''}, and a cube on its way`,
  );
};

const runTour = async (): Promise<void> => {
  await describeServer();

  printLine('\nA graph that counts, logs and watches');
  const variable = await scene.request('POST /api/variables', {
    body: { name: `demo-count-${Date.now()}`, type: 'Integer', value: 0 },
  });
  cleanupList.add(() => remove('DELETE /api/variables/{id}', { params: { id: variable.id } }));
  const graph = await scene.request('POST /api/graphs');
  const params = { graphId: graph.id };
  cleanupList.add(() => remove('DELETE /api/graphs/{graphId}', { params, query: { deleteFile: true } }));
  const add = (category: string, locationX: number) =>
    scene.request('POST /api/graphs/{graphId}/nodes', {
      params,
      body: { category, locationX, locationY: 0 },
    });
  const connectPorts = (outputPortId: string, inputPortId: string) =>
    scene.request('POST /api/graphs/{graphId}/connections', { params, body: { outputPortId, inputPortId } });
  const set = (portId: string, value: unknown) =>
    scene.request('PUT /api/ports/{portId}/value', { params: { portId }, body: { value } });

  // biome-ignore lint/style/noNonNullAssertion: a new graph has a Start node
  const start = graph.nodes.find((node) => node.category === 'Start')!;
  const log = await add('LogConsole', 240);
  const interval = await add('OnInterval', 0);
  const increment = await add('IncrementVariable', 240);
  await set(findPortId(log, 'Message'), `Hello from ${graph.name}`);
  await set(findPortId(interval, 'Seconds'), 0.2);
  await set(findPortId(increment, 'Variable'), variable.name);
  await set(findPortId(increment, 'Amount'), 1);
  await connectPorts(findPortId(start, 'Out', 'output'), findPortId(log, 'In'));
  await connectPorts(findPortId(interval, 'Out', 'output'), findPortId(increment, 'In'));
  printLine(`  created '${graph.name}' with 5 nodes and 2 connections`);

  const hub = await scene.connect();
  cleanupList.add(() => hub.close());
  const events = collectEvents([
    'graph.running',
    'node.executing',
    'node.done',
    'console.log',
    'ports.updated',
    'variable.changed',
    'tween.completed',
  ]);
  const stopped = collectEvents(['graph.stopped']);
  await hub.subscribe(
    ['graph.*', 'node.*', 'ports.updated', 'variable.*', 'console.log', 'tween.*'],
    (event) => {
      if (event.graphId && event.graphId !== graph.id) return;
      events.see(event);
      stopped.see(event);
    },
  );

  printLine('\nSync and run the graph, and receive events from the hub');
  await scene.request('POST /api/graphs/{graphId}/sync', { params });
  await scene.request('POST /api/graphs/{graphId}/run', { params });
  await buildScene();
  const { result } = await scene.act('scene.spawn', { type: 'Primitives/Cube' });
  const markRemoved = cleanupList.add(() => act('scene.objects.destroy', { object: result.object }));
  await scene.act('scene.setColor', { object: result.object, color: [0.9, 0.35, 0.05] });
  await scene.act('transform.setRotation', { object: result.object, rotation: [25, 40, 0] });
  await scene.act('tween.position', { object: result.object, position: { x: 2, y: 1, z: 3 }, time: 1 });
  await events.all(10);

  printLine('\nA picture of the scene');
  await takePicture(options.picture);

  printLine('\nThe same actions over the hub');
  for (const response of [
    await hub.act('log.console', { message: 'Sent over the hub' }),
    await hub.act('scene.objects.destroy', { object: result.object }),
  ]) {
    printLine(
      `  ActionResponse     ${response.action} ${response.status} ${JSON.stringify(response.result)}`,
    );
  }
  markRemoved();

  await scene.request('POST /api/graphs/{graphId}/stop', { params });
  await stopped.all(10);
  const { value } = await scene.request('GET /api/variables/{id}', { params: { id: variable.id } });
  printLine(
    `\nDone: '${variable.name}' counted to ${value}. Everything that the tour created has been removed.`,
  );
};

/** Thrown when the user interrupts the demo. A second signal ends the demo at once. */
class DemoInterrupted extends Error {
  readonly exitCode: number;

  constructor(signalNumber: number) {
    super('interrupted');
    this.exitCode = 128 + signalNumber;
  }
}
process.once('SIGINT', () => abortSignal.abort(new DemoInterrupted(2)));
process.once('SIGTERM', () => abortSignal.abort(new DemoInterrupted(15)));

const toExitCode = (failure: unknown): number => {
  if (failure instanceof DemoInterrupted) return failure.exitCode;
  const isUserError = failure instanceof UsageError || failure instanceof SceneRuntimeError;
  return isUserError ? exitCodes.usage : exitCodes.failed;
};

const runPart = async (part: () => Promise<void>, about: string): Promise<void> => {
  try {
    await part();
  } catch (failure) {
    process.stderr.write(`demo: ${about}${(failure as Error).message}\n`);
    process.exitCode ||= toExitCode(failure);
  }
};

await runPart(runTour, '');
await runPart(cleanupList.clear, 'not everything could be removed: ');
