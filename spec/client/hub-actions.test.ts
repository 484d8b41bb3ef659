import { describe, expect, it } from 'vitest';
import { createHubActions } from './hub-actions.ts';
import { createFakeConnection, throwHubError } from './testing-hub-connection.ts';

type SentCommand = { Action: string; RequestId: string };

const createTestCommands = (responses: Parameters<typeof createFakeConnection>[0] = {}) => {
  const { connection, calls } = createFakeConnection(responses);
  const commands = createHubActions(connection.invoke);
  const respond = (requestId: string, text: string) =>
    commands.ActionResponse({
      requestId,
      action: 'text.format',
      success: true,
      status: 200,
      result: { text },
    });
  return { commands, calls, respond };
};

const formatRequestId = (template: string) => ['text.format', { template }] as const;

describe('an action over the hub', () => {
  it('gets the response with its own id, whatever the order of the responses', async () => {
    const { commands, calls, respond } = createTestCommands();
    const pending = [commands.act(...formatRequestId('one')), commands.act(...formatRequestId('two'))];
    const [first, second] = calls.map(([, sent]) => sent as SentCommand);
    expect(first).toEqual({
      Action: 'text.format',
      Parameters: { template: 'one' },
      RequestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    respond('elsewhere', 'three');
    respond(second!.RequestId, 'two');
    respond(first!.RequestId, 'one');
    expect((await Promise.all(pending)).map(({ result }) => result.text)).toEqual(['one', 'two']);
  });

  it('fails with the error of its response, or of its completion without a response', async () => {
    const { commands, calls } = createTestCommands();
    const pending = commands.act(...formatRequestId('one'));
    const error = { code: 'RUNTIME_TIMEOUT', message: 'Too late.', details: { seconds: 10 } };
    const { RequestId: requestId } = calls[0]![1] as SentCommand;
    commands.ActionResponse({ requestId, action: 'text.format', success: false, status: 504, error });
    await expect(pending).rejects.toMatchObject({ status: 504, ...error });
    await expect(
      createTestCommands({ SendAction: throwHubError }).commands.act(...formatRequestId('one')),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('rejects with CONNECTION_LOST if no response can arrive any more', async () => {
    const { commands } = createTestCommands();
    const pending = [commands.act(...formatRequestId('one')), commands.actAll([])];
    commands.rejectPending();
    for (const command of pending) await expect(command).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  });
});

describe('a batch over the hub', () => {
  it('is sent with one id for the whole batch', async () => {
    const { commands, calls } = createTestCommands();
    const pending = commands.actAll([{ action: 'time.get' }], { parallel: true });
    const [method, sent, parallel, requestId] = calls[0]!;
    expect([method, sent, parallel]).toEqual([
      'SendActionBatch',
      [{ Action: 'time.get', Parameters: {} }],
      true,
    ]);
    const outcome = { requestId: requestId as string, total: 1, succeeded: 0, failed: 1, results: [] };
    commands.BatchActionResponse(outcome);
    expect(await pending).toEqual(outcome);
  });

  it('fails if it is rejected, even though its result arrived', async () => {
    const { commands } = createTestCommands({
      SendActionBatch(_commands, _parallel, requestId) {
        commands.BatchActionResponse({
          requestId: requestId as string,
          total: 1,
          succeeded: 0,
          failed: 1,
          results: [],
        });
        return throwHubError();
      },
    });
    await expect(commands.actAll([{ action: 'time.get' }])).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});
