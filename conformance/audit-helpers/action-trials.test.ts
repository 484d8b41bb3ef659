import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runTestAudit } from '../runner/testing-audits.ts';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';
import { runPreparations } from './action-trials.ts';
import type { ManifestInput } from '../target/manifest.ts';
import type { ActionDefinition } from '../target/action-schema.ts';

/** A target that responds with the number of the call, and rejects calls of `door.lock`. */
let target: TestTarget;
let receivedCalls: [action: string, parameters: unknown][];

beforeAll(async () => {
  target = await serveTestTarget((request, response, body) => {
    const action = String(request.url).replace('/api/actions/', '').replace('/', '.');
    // The run also reads what the target has before it changes anything.
    if (/^(door|time)\./.test(action)) receivedCalls.push([action, JSON.parse(body)]);
    response.statusCode = action === 'door.lock' ? 422 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ result: { id: `id-${receivedCalls.length}` } }));
  });
});

beforeEach(() => {
  receivedCalls = [];
});

afterAll(() => target.close());

const createAction = (name: string, ...parameters: readonly string[]): ActionDefinition => ({
  name,
  path: undefined,
  parameters: parameters.map((parameter) => ({ name: parameter, schema: {}, required: false })),
  result: undefined,
});

const pushAction = createAction('door.push', 'doorId');

/** Returns the parameters for `door.push` that result from these preparations. */
const runTestPreparations = async (
  before: NonNullable<NonNullable<ManifestInput['choices']>['preparations']>[string],
  schema: readonly ActionDefinition[] = [],
): Promise<unknown> => {
  let prepared: unknown;
  const outcome = await runTestAudit(
    target.url,
    async (t) => {
      prepared = await runPreparations(t, pushAction, 'cube', schema);
      t.must(true, 'it ends');
    },
    { choices: { preparations: { 'door.push': before } }, consent: { destructive: true } },
  );
  expect(outcome).toMatchObject({ status: 'PASS' });
  return prepared;
};

it('pass on what a call returns', async () => {
  const gives = { doorId: 'result.id', twice: "result.id & '!'" };
  expect(await runTestPreparations([{ action: 'door.make', gives }])).toEqual({
    doorId: 'id-1',
    twice: 'id-1!',
  });
});

it('pass on nothing that is missing or comes from an error', async () => {
  const gives = { doorId: 'result.id' };
  expect(await runTestPreparations([{ action: 'door.lock', gives }])).toEqual({});
  expect(await runTestPreparations([{ action: 'door.make', gives: { doorId: 'result.tag' } }])).toEqual({});
});

it('name the object, except for actions that are known to take none', async () => {
  await runTestPreparations(
    [
      { action: 'door.make', parameters: { wide: true } },
      { action: 'door.paint', parameters: { color: 'red' } },
      { action: 'time.pause' },
    ],
    [createAction('door.paint', 'sceneObject', 'color'), createAction('time.pause')],
  );
  expect(receivedCalls).toEqual([
    ['door.make', { wide: true, object: 'cube' }],
    ['door.paint', { color: 'red', object: 'cube' }],
    ['time.pause', {}],
  ]);
});
