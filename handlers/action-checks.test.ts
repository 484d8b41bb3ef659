/** REST, batch and hub check an action in one order: its name, its parameters, then whether there is a runtime. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionsByName, type NamedAction } from '#spec/actions/index.ts';
import { calls, handshake, invoke } from './hub/testing-hub.ts';
import { createFakeWire } from './hub/testing-wire.ts';
import { createTestClient, createTestService, hosts, type TestClient, type TestService } from './testing.ts';
import type { ErrorBody } from './testing-hosts.ts';

let service: TestService;
let call: TestClient;
let wire: ReturnType<typeof createFakeWire>;

beforeAll(async () => {
  service = await createTestService({ runtime: 'none' });
  call = createTestClient(await hosts['Fetch host']!(service.service), service.token);
  wire = createFakeWire();
  service.service.hub.accept(wire, { authenticated: true, apiEnabled: true });
  wire.send(handshake);
});

afterAll(async () => {
  expect(service.failures).toEqual([]);
  await service.dispose();
});

type Outcome = readonly [status: number, error: ErrorBody['error']];

const viaHub = async (command: object): Promise<Outcome> => {
  await invoke(wire, 'SendAction', { ...command, RequestId: 'r1' });
  const { status, error } = calls(wire, 'ActionResponse').at(-1) as unknown as ErrorBody & { status: number };
  return [status, error];
};

const viaHubBatch = async (command: object): Promise<Outcome> => {
  await invoke(wire, 'SendActionBatch', [command]);
  const { results } = calls(wire, 'BatchActionResponse').at(-1) as unknown as {
    results: readonly (ErrorBody & { status: number })[];
  };
  return [results[0]!.status, results[0]!.error];
};

/** What an action answers over each interface. */
const outcomes = async (name: string, parameters: unknown): Promise<Readonly<Record<string, Outcome>>> => {
  const path = `/api/actions/${name.replace('.', '/')}`;
  const rest = await call<ErrorBody>('POST', path, parameters);
  const slashed = await call<ErrorBody>('POST', `/api/actions/${name.replaceAll('.', '/')}`, parameters);
  const batch = await call<{ results: { status: number; body: ErrorBody }[] }>('POST', '/api/batch', {
    operations: [{ method: 'POST', path, body: parameters }],
  });
  const [inBatch] = batch.body.results;
  const command = { Action: name, Parameters: parameters };
  return {
    rest: [rest.status, rest.body.error],
    slashed: [slashed.status, slashed.body.error],
    batch: [inBatch!.status, inBatch!.body.error],
    hub: await viaHub(command),
    hubBatch: await viaHubBatch(command),
  };
};

/** What every interface answers: the same everywhere. */
const outcomeOf = async (name: string, parameters: unknown): Promise<readonly [number, string]> => {
  const { rest, ...others } = await outcomes(name, parameters);
  for (const [road, outcome] of Object.entries(others)) expect([road, outcome]).toEqual([road, rest]);
  return [rest![0], rest![1].code];
};

const isTaken = ({ spec }: NamedAction, parameters: object): boolean =>
  spec.parameters.safeParse(parameters).success;

const samples = [undefined, null, true, 7, -1, 'text', [], {}, { no: 'such' }];

/** Each parameter in turn with a value that its schema does not take. */
const wrongParameters = ({ spec }: NamedAction): readonly object[] =>
  Object.entries(spec.parameters.shape).flatMap(([name, schema]) => {
    const wrong = samples.find((sample) => sample !== undefined && !schema.safeParse(sample).success);
    return wrong === undefined ? [] : [{ [name]: wrong }];
  });

const actions = [...actionsByName.values()];

test('there are 161 actions to try', () => expect(actions).toHaveLength(161));

test.each(actions)(
  'without a runtime, wrong parameters of $name are refused before the runtime is needed',
  async (action) => {
    const wrongs = [{ 'no such parameter': 1 }, ...wrongParameters(action)];
    for (const wrong of wrongs)
      expect(await outcomeOf(action.name, wrong)).toEqual([400, 'INVALID_PARAMETERS']);
    const expected = isTaken(action, {}) ? [503, 'RUNTIME_NOT_CONNECTED'] : [400, 'INVALID_PARAMETERS'];
    expect(await outcomeOf(action.name, {})).toEqual(expected);
  },
);

test('without a runtime, an unknown action is unknown', async () => {
  expect(await outcomeOf('no.such', {})).toEqual([404, 'ACTION_NOT_FOUND']);
  expect(await outcomeOf('scene.spwan', { type: 5 })).toEqual([404, 'ACTION_NOT_FOUND']);
});
