import { afterEach, beforeEach, expect, it } from 'vitest';
import { createInProcessLink } from '#runtime/link/in-process-link.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import { createRuntime, type Runtime } from '#runtime/runtime.ts';
import type { GraphBody } from '../../testing-on-every-host.ts';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestService,
} from '../../testing-service.ts';

/** A request that the runtime received, and the tick before which it arrived. */
interface RecordedCommand {
  readonly command: string;
  readonly tick: number;
}

let test: TestService;
let call: TestClient;
let recordedCommands: RecordedCommand[];
let runtime: Runtime;

/** Creates a link whose runtime steps immediately after each response, as a runtime in another process might. */
const createSteppingLink = (): RuntimeLink => {
  const link = createInProcessLink(runtime);
  const request: RuntimeLink['request'] = async (command, params, options) => {
    const response = await link.request(command, params, options);
    recordedCommands.push({ command, tick: response.tick });
    runtime.step(1);
    return response;
  };
  return Object.create(link, { request: { value: request } }) as RuntimeLink;
};

beforeEach(async () => {
  recordedCommands = [];
  runtime = createRuntime({ now: () => new Date(0) });
  test = await createTestService({ link: createSteppingLink() });
  call = createTestClient(await testHosts['Fetch host']!(test.service), test.token);
  await call('POST', '/api/variables', { name: 'score', type: 'Integer', value: 3 });
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  runtime.stop();
  await test.dispose();
});

const createGraph = async (): Promise<string> =>
  `/api/graphs/${(await call<GraphBody>('POST', '/api/graphs', {})).body.id}`;

it('a graph and the variables are synced before the same tick, which the response contains', async () => {
  const graph = await createGraph();
  recordedCommands = [];
  const { body } = await call<{ tick: number }>('POST', `${graph}/sync`);
  expect(recordedCommands).toEqual(
    ['variables.put', 'graph.load'].map((command) => ({ command, tick: body.tick })),
  );
});

it('a restarted graph has stopped before the same tick, which the response and both events contain', async () => {
  const graph = await createGraph();
  await call('POST', `${graph}/sync`);
  await call('POST', `${graph}/run`);
  const commands: RecordedCommand[] = [];
  test.service.bus.subscribe((batch) =>
    commands.push(...batch.map(({ type, tick }) => ({ command: type, tick }))),
  );
  const { body } = await call<{ tick: number; started: boolean }>('POST', `${graph}/run?restart=true`);
  expect(body.started).toBe(true);
  expect(commands.filter(({ command }) => command.startsWith('graph.'))).toEqual(
    ['graph.stopped', 'graph.running'].map((command) => ({ command, tick: body.tick })),
  );
});
