/** A client of its own, against a running server: orientation, a graph, events, direct actions. */
import { readFile } from 'node:fs/promises';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { Command } from 'commander';
import { exitCodes, UsageError } from './exit.ts';

const { url: base, token: given } = new Command('demo')
  .description('Tour of a running server')
  .option('--url <url>', 'base address of the server', 'http://127.0.0.1:7180')
  .option('--token <token>', 'the token; found through /api/health when absent')
  .parse()
  .opts<{ url: string; token?: string }>();

interface Port {
  id: string;
  name: string;
  direction: 'input' | 'output';
}

interface Node {
  id: string;
  category: string;
  ports: Port[];
}

interface Event {
  type: string;
  tick: number;
  graphId?: string;
  object?: string;
  coalesced?: number;
  data: Record<string, unknown>;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

let token = given ?? '';

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(base + path, {
    method,
    headers: { 'X-API-Key': token, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new UsageError(`nothing answers at ${base}; start the server with 'npm start'`);
  });
  const text = await response.text();
  if (!response.ok) throw new UsageError(`${method} ${path} answered ${response.status}: ${text}`);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return (isJson ? JSON.parse(text) : text) as T;
};

const orient = async (): Promise<void> => {
  say('Orientation');
  const health = await call<{ apiVersion: string; runtimeConnected: boolean; auth?: { tokenFile?: string } }>(
    'GET',
    '/api/health',
  );
  if (!token && health.auth?.tokenFile) {
    token = (JSON.parse(await readFile(health.auth.tokenFile, 'utf8')) as { apiToken: string }).apiToken;
  }
  say(
    `  GET /api/health                  version ${health.apiVersion}, runtime ${health.runtimeConnected ? 'connected' : 'absent'}`,
  );
  say(`  GET /llms.txt                    ${(await call<string>('GET', '/llms.txt')).split('\n')[0]}`);
  say(`  GET /api/toc                     ${(await call<unknown[]>('GET', '/api/toc')).length} routes`);
  say(
    `  GET /api/node-types/enum-values  ${(await call<string[]>('GET', '/api/node-types/enum-values')).length} node types`,
  );
  const actions = await call<{ count: number }>('GET', '/api/actions/schema');
  say(`  GET /api/actions/schema          ${actions.count} actions`);
  const events = await call<{ channels: object }>('GET', '/api/events/types');
  say(`  GET /api/events/types            ${Object.keys(events.channels).length} channels`);
};

/** Collects events until one of every wanted kind has come. */
const collect = (wanted: readonly string[]) => {
  const missing = new Set(wanted);
  let complete: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    complete = resolve;
  });
  return {
    see(event: Event): void {
      if (!missing.delete(event.type)) return;
      const times = event.coalesced ? ` (${event.coalesced} in one)` : '';
      say(
        `  ${event.type.padEnd(18)} tick ${event.tick}${times}  ${JSON.stringify(event.data).slice(0, 90)}`,
      );
      if (missing.size === 0) complete();
    },
    async all(seconds: number): Promise<void> {
      const late = setTimeout(() => complete(), seconds * 1000);
      await all;
      clearTimeout(late);
      if (missing.size > 0) throw new Error(`no ${[...missing].join(', ')} within ${seconds} s`);
    },
  };
};

const port = (node: Node, name: string, direction?: Port['direction']): string => {
  const found = node.ports.find((p) => p.name === name && (!direction || p.direction === direction));
  if (!found) throw new Error(`${node.category} has no port ${name}`);
  return found.id;
};

const tour = async (): Promise<void> => {
  await orient();

  say('\nA graph that counts, logs and watches');
  const variable = await call<{ id: string }>('POST', '/api/variables', {
    name: `demo-count-${Date.now()}`,
    type: 'Integer',
    value: 0,
  });
  const { name: variableName } = await call<{ name: string }>('GET', `/api/variables/${variable.id}`);
  const graph = await call<{ id: string; name: string; nodes: Node[] }>('POST', '/api/graphs', {});
  const add = (category: string, locationX: number): Promise<Node> =>
    call('POST', `/api/graphs/${graph.id}/nodes`, { category, locationX, locationY: 0 });
  const wire = (outputPortId: string, inputPortId: string): Promise<unknown> =>
    call('POST', `/api/graphs/${graph.id}/connections`, { outputPortId, inputPortId });
  const set = (portId: string, value: unknown): Promise<unknown> =>
    call('PUT', `/api/ports/${portId}/value`, { value });

  const start = graph.nodes.find((node) => node.category === 'Start')!;
  const log = await add('LogConsole', 240);
  const interval = await add('OnInterval', 0);
  const increment = await add('IncrementVariable', 240);
  await set(port(log, 'Message'), `Hello from ${graph.name}`);
  await set(port(interval, 'Seconds'), 0.2);
  await set(port(increment, 'Variable'), variableName);
  await set(port(increment, 'Amount'), 1);
  await wire(port(start, 'Out', 'output'), port(log, 'In', 'input'));
  await wire(port(interval, 'Out', 'output'), port(increment, 'In', 'input'));
  say(`  created '${graph.name}' with 5 nodes and 2 connections`);

  const hub = new HubConnectionBuilder()
    .withUrl(`${base}/api/events`, { accessTokenFactory: () => token })
    .configureLogging(LogLevel.Error)
    .build();
  const events = collect([
    'graph.running',
    'node.executing',
    'node.done',
    'console.log',
    'ports.updated',
    'variable.changed',
    'tween.completed',
  ]);
  hub.on('ReceiveEvent', (event: Event) => {
    const ours = !event.graphId || event.graphId === graph.id;
    if (ours) events.see(event);
  });
  hub.on('ActionResponse', (response) => {
    say(`  ActionResponse     ${response.action} ${response.status} ${JSON.stringify(response.result)}`);
  });
  await hub.start();
  await hub.invoke('Subscribe', [
    'graph.*',
    'node.*',
    'ports.updated',
    'variable.*',
    'console.log',
    'tween.*',
  ]);

  say('\nsync, run, and what the hub brings');
  await call('POST', `/api/graphs/${graph.id}/sync`);
  await call('POST', `/api/graphs/${graph.id}/run`);
  const { result } = await call<{ result: { object: string } }>('POST', '/api/actions/scene/spawn', {
    type: 'Primitives/Cube',
  });
  await call('POST', '/api/actions/tween/position', {
    object: result.object,
    position: { x: 1, y: 2, z: 3 },
    time: 0.5,
    ease: 'linear',
  });
  await events.all(10);

  say('\nThe same actions over the hub');
  await hub.invoke('SendAction', {
    Action: 'log.console',
    Parameters: { message: 'Sent over the hub' },
    RequestId: '00000000-0000-4000-8000-000000000001',
  });
  await hub.invoke('SendAction', {
    Action: 'scene.objects.destroy',
    Parameters: { object: result.object },
    RequestId: '00000000-0000-4000-8000-000000000002',
  });

  const stopped = collect(['graph.stopped']);
  hub.on('ReceiveEvent', (event: Event) => {
    if (event.graphId === graph.id) stopped.see(event);
  });
  await call('POST', `/api/graphs/${graph.id}/stop`);
  await stopped.all(10);
  await hub.stop();
  const { value } = await call<{ value: number }>('GET', `/api/variables/${variable.id}`);
  say(`\nDone: '${variableName}' counted to ${value}. The graph stays in the project.`);
};

try {
  await tour();
} catch (failure) {
  process.stderr.write(`demo: ${(failure as Error).message}\n`);
  process.exitCode = failure instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}
