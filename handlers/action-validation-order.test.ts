/**
 * Checks that REST, batches and the hub validate an action in the same order: its name, its parameters, and then
 * whether a runtime is connected.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionsByName, type NamedAction } from '#spec/actions/index.ts';
import { listCallbackArguments, handshakeRecord, invokeHubMethod } from './hub/testing-hub.ts';
import { createFakeHubSocket } from './hub/testing-hub-socket.ts';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestService,
} from './testing-service.ts';
import type { ErrorBody } from './testing-on-every-host.ts';

let service: TestService;
let call: TestClient;
let socket: ReturnType<typeof createFakeHubSocket>;

beforeAll(async () => {
  service = await createTestService({ runtime: 'none' });
  call = createTestClient(await testHosts['Fetch host']!(service.service), service.token);
  socket = createFakeHubSocket();
  service.service.hub.accept(socket, { isAuthenticated: true, isApiEnabled: true });
  socket.send(handshakeRecord);
});

afterAll(async () => {
  expect(service.failures).toEqual([]);
  await service.dispose();
});

type Outcome = readonly [status: number, error: ErrorBody['error']];

const sendToHub = async (command: object): Promise<Outcome> => {
  await invokeHubMethod(socket, 'SendAction', { ...command, RequestId: 'r1' });
  const { status, error } = listCallbackArguments(socket, 'ActionResponse').at(-1) as unknown as ErrorBody & {
    status: number;
  };
  return [status, error];
};

const sendToHubBatch = async (command: object): Promise<Outcome> => {
  await invokeHubMethod(socket, 'SendActionBatch', [command]);
  const { results } = listCallbackArguments(socket, 'BatchActionResponse').at(-1) as unknown as {
    results: readonly (ErrorBody & { status: number })[];
  };
  return [results[0]!.status, results[0]!.error];
};

/** Returns the outcome of an action for each interface. */
const listOutcomes = async (
  name: string,
  parameters: unknown,
): Promise<Readonly<Record<string, Outcome>>> => {
  const path = `/api/actions/${name.replace('.', '/')}`;
  const rest = await call<ErrorBody>('POST', path, parameters);
  const slashed = await call<ErrorBody>('POST', `/api/actions/${name.replaceAll('.', '/')}`, parameters);
  const batch = await call<{ results: { status: number; body: ErrorBody }[] }>('POST', '/api/batch', {
    operations: [{ method: 'POST', path, body: parameters }],
  });
  const [batchResult] = batch.body.results;
  const command = { Action: name, Parameters: parameters };
  return {
    rest: [rest.status, rest.body.error],
    slashed: [slashed.status, slashed.body.error],
    batch: [batchResult!.status, batchResult!.body.error],
    hub: await sendToHub(command),
    hubBatch: await sendToHubBatch(command),
  };
};

/** Returns the outcome of an action, which must be the same for every interface. */
const getCommonOutcome = async (name: string, parameters: unknown): Promise<readonly [number, string]> => {
  const { rest, ...otherOutcomes } = await listOutcomes(name, parameters);
  for (const [channel, outcome] of Object.entries(otherOutcomes))
    expect([channel, outcome]).toEqual([channel, rest]);
  return [rest![0], rest![1].code];
};

const acceptsParameters = ({ spec }: NamedAction, parameters: object): boolean =>
  spec.parameters.safeParse(parameters).success;

const sampleValues = [undefined, null, true, 7, -1, 'text', [], {}, { no: 'such' }];

/** Returns sets of parameters that each contain one invalid value. */
const listInvalidParameters = ({ spec }: NamedAction): readonly object[] =>
  Object.entries(spec.parameters.shape).flatMap(([name, schema]) => {
    const invalid = sampleValues.find((sample) => sample !== undefined && !schema.safeParse(sample).success);
    return invalid === undefined ? [] : [{ [name]: invalid }];
  });

const actions = [...actionsByName.values()];

test.each(actions)('without a runtime, wrong parameters of $name are reported first', async (action) => {
  const invalidParameters = [{ 'no such parameter': 1 }, ...listInvalidParameters(action)];
  for (const invalid of invalidParameters)
    expect(await getCommonOutcome(action.name, invalid)).toEqual([400, 'INVALID_PARAMETERS']);
  const expected = acceptsParameters(action, {})
    ? [503, 'RUNTIME_NOT_CONNECTED']
    : [400, 'INVALID_PARAMETERS'];
  expect(await getCommonOutcome(action.name, {})).toEqual(expected);
});

test('without a runtime, an unknown action is reported as unknown', async () => {
  expect(await getCommonOutcome('no.such', {})).toEqual([404, 'ACTION_NOT_FOUND']);
  expect(await getCommonOutcome('scene.spwan', { type: 5 })).toEqual([404, 'ACTION_NOT_FOUND']);
});
