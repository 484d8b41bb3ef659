import { describe, expect, it, test } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import {
  listCallbackArguments,
  createFakeHub,
  handshakeRecord,
  invokeHubMethod,
  listMessages,
  settleTurn,
} from '../testing-hub.ts';
import { createFakeHubSocket } from '../testing-hub-socket.ts';
import { createGraphRunning, createTweenCompleted } from '../testing-events.ts';
import type { EventBus } from '../../controller/bus/event-bus.ts';
import type { RunAction } from './define-method.ts';

const command = { Action: 'log.console', Parameters: { Message: 'Hi' }, RequestId: 'r1' };

/** Creates test actions that each raise an event. One of the actions fails. */
const createTestActions =
  (bus: () => EventBus): RunAction =>
  async (action, parameters) => {
    bus().publish([createGraphRunning(action)]);
    if (action === 'bad')
      throw new ApiError('OBJECT_NOT_FOUND', "No object has the tag 'x'.", { nearest: ['y'] });
    return { action, result: parameters, tick: 7, seq: 2 };
  };

const setUp = () => {
  const fake = createFakeHub({}, (...command) => createTestActions(() => fake.bus)(...command));
  return fake;
};

const nestLists = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('a result that can not be encoded', () => {
  const returnBigInt: RunAction = async (action) => ({ action, result: { count: 1n }, tick: 1, seq: 1 });

  it('of one command is a failure of the service, and reported', async () => {
    const { connectWithHandshake, failures } = createFakeHub({}, returnBigInt);
    const socket = connectWithHandshake();
    expect(await invokeHubMethod(socket, 'SendAction', command)).not.toHaveProperty('error');
    expect(listCallbackArguments(socket, 'ActionResponse')).toMatchObject([
      { requestId: 'r1', success: false, status: 500, error: { code: 'INTERNAL_ERROR' } },
    ]);
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(socket.frames)).not.toContain('TypeError');
  });

  it('of a batch is an error of the call', async () => {
    const { connectWithHandshake, failures } = createFakeHub({}, returnBigInt);
    const socket = connectWithHandshake();
    const { error } = await invokeHubMethod(socket, 'SendActionBatch', [{ Action: 'a.b' }]);
    expect(error).toMatch(/^INTERNAL_ERROR: /);
    expect(failures).toHaveLength(1);
    expect(await invokeHubMethod(socket, 'Subscribe', ['*'])).toHaveProperty('result');
  });

  it('in an event is reported, and other subscribers still get their events', async () => {
    const { connectWithHandshake, bus, failures } = createFakeHub();
    const [all, graphs] = [connectWithHandshake(), connectWithHandshake()];
    await invokeHubMethod(all, 'Subscribe', ['variable.*']);
    await invokeHubMethod(graphs, 'Subscribe', ['graph.*']);
    const data = { id: 'v', name: 'v', type: 'Generic', value: nestLists(100_000), previous: null };
    bus.publish([{ type: 'variable.changed', tick: 1, time: 0, data }, createGraphRunning('g')]);
    await settleTurn();
    expect(listCallbackArguments(graphs, 'ReceiveEvent')).toMatchObject([{ graphId: 'g' }]);
    expect(failures).toHaveLength(1);
    bus.publish([{ type: 'variable.changed', tick: 2, time: 0, data: { ...data, value: 1 } }]);
    await settleTurn();
    expect(listCallbackArguments(all, 'ReceiveEvent')).toMatchObject([{ data: { value: 1 } }]);
  });
});

describe('a result that is too large', () => {
  it.each([64, 65, 2_000])('parameters of %i levels', async (levels) => {
    const socket = createFakeHub().connectWithHandshake();
    const completion = await invokeHubMethod(socket, 'SendAction', {
      ...command,
      Parameters: { a: nestLists(levels) },
    });
    if (levels <= 64) return expect(listCallbackArguments(socket, 'ActionResponse')).toHaveLength(1);
    expect(completion.error).toMatch(/^INVALID_REQUEST: command\.Parameters\.a: .*64 levels/);
    expect(listCallbackArguments(socket, 'ActionResponse')).toEqual([]);
  });

  it('is left out of the response to a batch, which says that the command ran', async () => {
    const size = (name: unknown) => (name === 'large' ? 3_000_000 : 10);
    const runAction: RunAction = async (action, { name }) => ({
      ...{ action, tick: 1, seq: 1 },
      result: { text: 'x'.repeat(size(name)) },
    });
    const socket = createFakeHub({}, runAction).connectWithHandshake();
    const commands = ['large', 'large', 'small'].map((name) => ({ Action: 'a.b', Parameters: { name } }));
    await invokeHubMethod(socket, 'SendActionBatch', commands);
    const [{ results, ...totals } = {}] = listCallbackArguments(socket, 'BatchActionResponse');
    expect(totals).toEqual({ total: 3, succeeded: 2, failed: 1 });
    expect(results).toMatchObject([
      { success: true },
      { status: 413, error: { code: 'PAYLOAD_TOO_LARGE', details: { ran: true, status: 200 } } },
      { success: true },
    ]);
  });
});

describe('SendAction', () => {
  it('returns the result, after the events of the action and before its completion', async () => {
    const socket = setUp().connectWithHandshake();
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    const before = socket.frames.length;
    await invokeHubMethod(socket, 'SendAction', command);
    expect(listMessages(socket, before).map(({ type, target }) => [type, target])).toEqual([
      [1, 'ReceiveEvent'],
      [1, 'ActionResponse'],
      [3, undefined],
    ]);
    expect(listCallbackArguments(socket, 'ActionResponse')).toEqual([
      {
        requestId: 'r1',
        action: 'log.console',
        success: true,
        status: 200,
        result: { Message: 'Hi' },
        tick: 7,
        seq: 2,
      },
    ]);
  });

  it('accepts property names in any letter case, and leaves those of Parameters unchanged', async () => {
    const socket = setUp().connectWithHandshake();
    await invokeHubMethod(socket, 'SendAction', { action: 'a', PARAMETERS: { Action: 1 }, requestid: 'r2' });
    expect(listCallbackArguments(socket, 'ActionResponse')).toMatchObject([
      { requestId: 'r2', action: 'a', result: { Action: 1 } },
    ]);
  });

  it('returns a failure with the code and status of REST; the call itself succeeds', async () => {
    const socket = setUp().connectWithHandshake();
    expect(
      await invokeHubMethod(socket, 'SendAction', { Action: 'bad', RequestId: 'r1' }),
    ).not.toHaveProperty('error');
    expect(listCallbackArguments(socket, 'ActionResponse')).toEqual([
      {
        requestId: 'r1',
        action: 'bad',
        success: false,
        status: 404,
        error: {
          code: 'OBJECT_NOT_FOUND',
          message: expect.stringContaining("tag 'x'"),
          details: { nearest: ['y'] },
        },
      },
    ]);
  });

  test.each([undefined, null, '', '00000000-0000-0000-0000-000000000000'])(
    'with the request id %j runs without a response',
    async (RequestId) => {
      const socket = setUp().connectWithHandshake();
      await invokeHubMethod(socket, 'Subscribe', ['*']);
      await invokeHubMethod(socket, 'SendAction', { ...command, RequestId });
      expect(listCallbackArguments(socket, 'ReceiveEvent')).toHaveLength(1);
      expect(listCallbackArguments(socket, 'ActionResponse')).toHaveLength(0);
    },
  );

  test.each([
    [{ isAuthenticated: false }, 401, 'UNAUTHORIZED'],
    [{ isApiEnabled: false }, 403, 'API_DISABLED'],
    [{ isAuthenticated: false, isApiEnabled: false }, 403, 'API_DISABLED'],
  ])('by a caller with %j is rejected and runs nothing', async (caller, status, code) => {
    const socket = setUp().connectWithHandshake(caller);
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    const completion = await invokeHubMethod(socket, 'SendAction', command);
    expect(completion.error).toMatch(new RegExp(`^${code}: `));
    expect(listCallbackArguments(socket, 'ActionResponse')).toMatchObject([
      { requestId: 'r1', success: false, status, error: { code } },
    ]);
    const silentCompletion = await invokeHubMethod(socket, 'SendAction', { ...command, RequestId: null });
    expect(silentCompletion.error).toMatch(new RegExp(`^${code}: `));
    expect(listCallbackArguments(socket, 'ActionResponse')).toHaveLength(1);
    expect(listCallbackArguments(socket, 'ReceiveEvent')).toHaveLength(0);
  });

  it('is rejected as soon as the API is switched off', async () => {
    const caller = { isAuthenticated: true, isApiEnabled: true };
    const fake = setUp();
    const socket = createFakeHubSocket();
    fake.hub.accept(socket, caller);
    socket.send(handshakeRecord);
    expect(await invokeHubMethod(socket, 'SendAction', command)).not.toHaveProperty('error');
    caller.isApiEnabled = false;
    expect((await invokeHubMethod(socket, 'SendAction', command)).error).toMatch(/^API_DISABLED/);
  });
});

describe('SendActionBatch', () => {
  const commands = [command, { Action: 'bad', RequestId: 'r2' }, { Action: 'text.format' }];

  test.each([false, true])(
    'responds to each command that has an id, then to the batch (parallel: %s)',
    async (parallel) => {
      const socket = setUp().connectWithHandshake();
      await invokeHubMethod(socket, 'SendActionBatch', commands, parallel);
      expect(
        listCallbackArguments(socket, 'ActionResponse').map(({ requestId, success }) => [requestId, success]),
      ).toEqual([
        ['r1', true],
        ['r2', false],
      ]);
      expect(listCallbackArguments(socket, 'BatchActionResponse')).toEqual([
        {
          total: 3,
          succeeded: 2,
          failed: 1,
          results: [
            expect.objectContaining({ requestId: 'r1', status: 200 }),
            expect.objectContaining({ requestId: 'r2', status: 404 }),
            expect.not.objectContaining({ requestId: expect.anything() }),
          ],
        },
      ]);
      expect(
        listMessages(socket)
          .slice(-2)
          .map(({ type }) => type),
      ).toEqual([1, 3]);
    },
  );

  it('reports a result that would make the response too large as a failure under its id', async () => {
    const text = 'x'.repeat(3_000_000);
    const { connectWithHandshake } = createFakeHub({}, async (action) => ({
      action,
      result: { text },
      tick: 1,
      seq: 1,
    }));
    const socket = connectWithHandshake();
    await invokeHubMethod(socket, 'SendActionBatch', [
      { Action: 'a.b', RequestId: 'r1' },
      { Action: 'a.b', RequestId: 'r2' },
      { Action: 'a.b' },
    ]);
    const [{ results, ...counts }] = listCallbackArguments(socket, 'BatchActionResponse') as [
      { results: readonly Record<string, unknown>[]; succeeded: number; failed: number },
    ];
    expect(counts).toMatchObject({ total: 3, succeeded: 1, failed: 2 });
    expect(results.map(({ requestId, success }) => [requestId, success])).toEqual([
      ['r1', true],
      ['r2', false],
      [undefined, false],
    ]);
    expect(Object.keys(results[2]!)).not.toContain('requestId');
    expect(JSON.stringify(results).length).toBeLessThan(4_000_000);
  });

  /** Creates a hub whose actions finish only when the test lets them. */
  const gatedHub = () => {
    const started: string[] = [];
    const release: (() => void)[] = [];
    const fake = createFakeHub({}, (action) => {
      started.push(action);
      return new Promise((resolve) => {
        release.push(() => resolve({ action, result: {}, tick: 1, seq: 1 }));
      });
    });
    return { socket: fake.connectWithHandshake(), started, release };
  };
  const batch = (parallel: boolean) =>
    `${JSON.stringify({ type: 1, target: 'SendActionBatch', arguments: [[{ Action: 'a' }, { Action: 'b' }], parallel, 'batch-1'] })}\x1e`;

  it('waits for each command before the next by default', async () => {
    const { socket, started, release } = gatedHub();
    socket.send(batch(false));
    expect(started).toEqual(['a']);
    release[0]!();
    await settleTurn();
    expect(started).toEqual(['a', 'b']);
    expect(listCallbackArguments(socket, 'BatchActionResponse')).toHaveLength(0);
    release[1]!();
    await settleTurn();
    expect(listCallbackArguments(socket, 'BatchActionResponse')).toMatchObject([
      { requestId: 'batch-1', total: 2, succeeded: 2 },
    ]);
  });

  it('starts all at once when parallel, and responds in the order of the commands', async () => {
    const { socket, started, release } = gatedHub();
    socket.send(batch(true));
    expect(started).toEqual(['a', 'b']);
    release[1]!();
    release[0]!();
    await settleTurn();
    expect(listCallbackArguments(socket, 'BatchActionResponse')).toMatchObject([
      { results: [{ action: 'a' }, { action: 'b' }] },
    ]);
  });

  it('without a token runs nothing', async () => {
    const fake = setUp();
    const socket = fake.connectWithHandshake({ isAuthenticated: false });
    await invokeHubMethod(socket, 'Subscribe', ['*']);
    expect((await invokeHubMethod(socket, 'SendActionBatch', commands)).error).toMatch(/^UNAUTHORIZED/);
    expect(listCallbackArguments(socket, 'BatchActionResponse')).toMatchObject([
      { total: 3, succeeded: 0, failed: 3 },
    ]);
    expect(fake.bus.seq).toBe(0);
    fake.raise([createTweenCompleted('cube')]);
    expect(listCallbackArguments(socket, 'ReceiveEvent')).toHaveLength(1);
  });

  it('accepts 500 commands and no more', async () => {
    const socket = setUp().connectWithHandshake();
    const createCommands = (count: number) => Array.from({ length: count }, () => ({ Action: 'a' }));
    expect((await invokeHubMethod(socket, 'SendActionBatch', createCommands(501))).error).toMatch(/commands/);
    expect(await invokeHubMethod(socket, 'SendActionBatch', createCommands(500))).not.toHaveProperty('error');
  });
});
