import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ErrorCode, ApiError } from '#spec/errors.ts';
import { listCallbackArguments, handshakeRecord, invokeHubMethod } from './hub/testing-hub.ts';
import { createFakeHubSocket } from './hub/testing-hub-socket.ts';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestService,
} from './testing-service.ts';

interface ErrorEnvelope {
  readonly error: { readonly code: string };
}

let test: TestService;
let call: TestClient;

beforeEach(async () => {
  test = await createTestService();
  call = createTestClient(await testHosts['Fetch host']!(test.service), test.token);
});

afterEach(async () => {
  vi.restoreAllMocks();
  expect(test.failures).toEqual([]);
  await test.dispose();
});

const action = { object: 'nobody' };

/** Performs an action over every interface, and returns the status and code from each. */
const runOnEveryInterface = async (): Promise<Readonly<Record<string, unknown>>> => {
  const path = '/api/actions/scene/objects.destroy';
  const rest = await call<ErrorEnvelope>('POST', path, action);
  const slashed = await call<ErrorEnvelope>('POST', '/api/actions/scene/objects/destroy', action);
  const { body: batch } = await call<{ results: { status: number; body: ErrorEnvelope }[] }>(
    'POST',
    '/api/batch',
    {
      operations: [{ method: 'POST', path, body: action }],
    },
  );
  const connection = createFakeHubSocket();
  test.service.hub.accept(connection, { isAuthenticated: true, isApiEnabled: true });
  connection.send(handshakeRecord);
  const command = { Action: 'scene.objects.destroy', Parameters: action, RequestId: 'r1' };
  await invokeHubMethod(connection, 'SendAction', command);
  await invokeHubMethod(connection, 'SendActionBatch', [command]);
  const [singleResponse] = listCallbackArguments(
    connection,
    'ActionResponse',
  ) as unknown as (ErrorEnvelope & {
    status: number;
  })[];
  const [batchResponse] = listCallbackArguments(connection, 'BatchActionResponse') as unknown as {
    results: (ErrorEnvelope & { status: number })[];
  }[];
  const [batchResult] = batch.results;
  return {
    rest: [rest.status, rest.body.error.code],
    slashed: [slashed.status, slashed.body.error.code],
    batch: [batchResult!.status, batchResult!.body.error.code],
    hub: [singleResponse!.status, singleResponse!.error.code],
    hubBatch: [batchResponse!.results[0]!.status, batchResponse!.results[0]!.error.code],
  };
};

const toOutcomeOnEveryInterface = (status: number, code: string) =>
  Object.fromEntries(
    ['rest', 'slashed', 'batch', 'hub', 'hubBatch'].map((channel) => [channel, [status, code]]),
  );

describe('an action that the runtime rejects', () => {
  it('is 422 with its own code for an unknown object, over every interface', async () => {
    expect(await runOnEveryInterface()).toEqual(toOutcomeOnEveryInterface(422, 'OBJECT_NOT_FOUND'));
  });

  it.each<[ErrorCode, number]>([
    ['COMPONENT_NOT_FOUND', 422],
    ['CLIP_NOT_FOUND', 422],
    ['ACTION_FAILED', 422],
    ['ASSET_NOT_FOUND', 404],
    ['PROPERTY_NOT_FOUND', 404],
    ['LAYER_OCCUPIED', 409],
    ['SAVE_FAILED', 422],
    ['INVALID_PARAMETERS', 400],
    ['INVALID_VALUE', 400],
    ['RUNTIME_NOT_CONNECTED', 503],
    ['RUNTIME_TIMEOUT', 504],
  ])('with %s is %i over every interface', async (code, status) => {
    vi.spyOn(test.runtime!, 'execute').mockImplementation(() => {
      throw new ApiError(code, 'It cannot be done.', { object: 'nobody' });
    });
    expect(await runOnEveryInterface()).toEqual(toOutcomeOnEveryInterface(status, code));
  });

  it('reports what was wrong and similar names, as before', async () => {
    await call('POST', '/api/actions/scene/spawn', { type: 'Primitives/Cube' });
    const { body } = await call<ErrorEnvelope>('POST', '/api/actions/scene/objects.destroy', {
      object: 'cuba',
    });
    expect(body).toMatchObject({
      error: {
        message: expect.stringContaining("tag 'cuba'. POST /api/actions/scene/objects.list"),
        details: { object: 'cuba', nearest: ['cube-1'] },
      },
    });
  });

  it('differs from a call that never reached it: an unknown action is 404', async () => {
    const { status, body } = await call<ErrorEnvelope>('POST', '/api/actions/scene/no-such', {});
    expect([status, body.error.code]).toEqual([404, 'ACTION_NOT_FOUND']);
  });

  it('is looked up in one place: an unknown action has the same message over every interface', async () => {
    const command = { Action: 'scene.objects.destry' };
    const rest = await call<ErrorEnvelope>('POST', '/api/actions/scene/objects.destry', {});
    const grouped = await call<ErrorEnvelope>('POST', '/api/actions/scene/objects/destry', {});
    const { body: batch } = await call<{ results: { body: ErrorEnvelope }[] }>('POST', '/api/batch', {
      operations: [{ method: 'POST', path: '/api/actions/scene/objects/destry', body: {} }],
    });
    const connection = createFakeHubSocket();
    test.service.hub.accept(connection, { isAuthenticated: true, isApiEnabled: true });
    connection.send(handshakeRecord);
    await invokeHubMethod(connection, 'SendAction', { ...command, RequestId: 'r1' });
    await invokeHubMethod(connection, 'SendActionBatch', [command]);
    const [singleResponse] = listCallbackArguments(
      connection,
      'ActionResponse',
    ) as unknown as ErrorEnvelope[];
    const [batchResponse] = listCallbackArguments(connection, 'BatchActionResponse') as unknown as {
      results: ErrorEnvelope[];
    }[];
    expect(rest.body.error).toEqual({
      code: 'ACTION_NOT_FOUND',
      message: expect.stringContaining("There is no direct action 'scene.objects.destry'."),
      details: { nearest: expect.arrayContaining(['scene.objects.destroy']) },
    });
    for (const { error } of [
      grouped.body,
      batch.results[0]!.body,
      singleResponse!,
      batchResponse!.results[0]!,
    ]) {
      expect(error).toEqual(rest.body.error);
    }
  });
});
