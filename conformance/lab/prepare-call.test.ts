import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { audited } from '../engine/testing.ts';
import { serveTarget, type TestTarget } from '../target/http/testing-server.ts';
import { prepareCall } from './prepare-call.ts';
import type { ManifestInput } from '../target/manifest.ts';
import type { ServedAction } from '../target/action-schema.ts';

/** A target that answers the numbers of its calls, and refuses those of `door.lock`. */
let target: TestTarget;
let calls: [action: string, parameters: unknown][];

beforeAll(async () => {
  target = await serveTarget((request, response, body) => {
    const action = String(request.url).replace('/api/actions/', '').replace('/', '.');
    if (request.method === 'POST') calls.push([action, JSON.parse(body)]);
    response.statusCode = action === 'door.lock' ? 422 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ result: { id: `id-${calls.length}` } }));
  });
});

beforeEach(() => {
  calls = [];
});

afterAll(() => target.close());

const served = (name: string, ...parameters: readonly string[]): ServedAction => ({
  name,
  path: undefined,
  parameters: parameters.map((parameter) => ({ name: parameter, schema: {}, required: false })),
  result: undefined,
});

const push = served('door.push', 'doorId');

/** What is told for `door.push` after these calls were made for it. */
const prepared = async (
  before: NonNullable<NonNullable<ManifestInput['choices']>['preparations']>[string],
  schema: readonly ServedAction[] = [],
): Promise<unknown> => {
  let told: unknown;
  const outcome = await audited(
    target.url,
    async (t) => {
      told = await prepareCall(t, push, 'cube', schema);
      t.must(true, 'it ends');
    },
    { choices: { preparations: { 'door.push': before } } },
  );
  expect(outcome).toMatchObject({ status: 'PASS' });
  return told;
};

it('hands on what a call answers', async () => {
  const gives = { doorId: 'result.id', twice: "result.id & '!'" };
  expect(await prepared([{ action: 'door.make', gives }])).toEqual({ doorId: 'id-1', twice: 'id-1!' });
});

it('hands on nothing that is not told, nor what a refusal tells', async () => {
  const gives = { doorId: 'result.id' };
  expect(await prepared([{ action: 'door.lock', gives }])).toEqual({});
  expect(await prepared([{ action: 'door.make', gives: { doorId: 'result.tag' } }])).toEqual({});
});

it('names the object, but to actions that are known to take none', async () => {
  await prepared(
    [
      { action: 'door.make', parameters: { wide: true } },
      { action: 'door.paint', parameters: { colour: 'red' } },
      { action: 'time.pause' },
    ],
    [served('door.paint', 'sceneObject', 'colour'), served('time.pause')],
  );
  expect(calls).toEqual([
    ['door.make', { wide: true, object: 'cube' }],
    ['door.paint', { colour: 'red', object: 'cube' }],
    ['time.pause', {}],
  ]);
});
