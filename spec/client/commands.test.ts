import { describe, expect, it } from 'vitest';
import { createCommands } from './commands.ts';
import { createFakeLine, refuse } from './testing.ts';

type Sent = { Action: string; RequestId: string };

const setUp = (answers: Parameters<typeof createFakeLine>[0] = {}) => {
  const { line, calls } = createFakeLine(answers);
  const commands = createCommands(line.invoke);
  const answer = (requestId: string, text: string) =>
    commands.ActionResponse({
      requestId,
      action: 'text.format',
      success: true,
      status: 200,
      result: { text },
    });
  return { commands, calls, answer };
};

const format = (template: string) => ['text.format', { template }] as const;

describe('an action over the hub', () => {
  it('is answered under its own id, whatever the order of the answers', async () => {
    const { commands, calls, answer } = setUp();
    const acting = [commands.act(...format('one')), commands.act(...format('two'))];
    const [one, two] = calls.map(([, sent]) => sent as Sent);
    expect(one).toEqual({
      Action: 'text.format',
      Parameters: { template: 'one' },
      RequestId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    answer('elsewhere', 'three');
    answer(two!.RequestId, 'two');
    answer(one!.RequestId, 'one');
    expect((await Promise.all(acting)).map(({ result }) => result.text)).toEqual(['one', 'two']);
  });

  it('fails as its answer says, or its completion when there is no answer', async () => {
    const { commands, calls } = setUp();
    const acting = commands.act(...format('one'));
    const error = { code: 'RUNTIME_TIMEOUT', message: 'Too late.', details: { seconds: 10 } };
    const { RequestId: requestId } = calls[0]![1] as Sent;
    commands.ActionResponse({ requestId, action: 'text.format', success: false, status: 504, error });
    await expect(acting).rejects.toMatchObject({ status: 504, ...error });
    await expect(setUp({ SendAction: refuse }).commands.act(...format('one'))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('may or may not have run when no answer comes any more', async () => {
    const { commands } = setUp();
    const acting = [commands.act(...format('one')), commands.actAll([])];
    commands.giveUp();
    for (const lost of acting) await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  });
});

describe('a batch over the hub', () => {
  it('is sent as it is answered: with an id for the whole of it', async () => {
    const { commands, calls } = setUp();
    const acting = commands.actAll([{ action: 'time.get' }], { parallel: true });
    const [method, sent, parallel, requestId] = calls[0]!;
    expect([method, sent, parallel]).toEqual([
      'SendActionBatch',
      [{ Action: 'time.get', Parameters: {} }],
      true,
    ]);
    const outcome = { requestId: requestId as string, total: 1, succeeded: 0, failed: 1, results: [] };
    commands.BatchActionResponse(outcome);
    expect(await acting).toEqual(outcome);
  });

  it('that is refused is an error, although its outcome came', async () => {
    const { commands } = setUp({
      SendActionBatch(_commands, _parallel, requestId) {
        commands.BatchActionResponse({
          requestId: requestId as string,
          total: 1,
          succeeded: 0,
          failed: 1,
          results: [],
        });
        return refuse();
      },
    });
    await expect(commands.actAll([{ action: 'time.get' }])).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});
