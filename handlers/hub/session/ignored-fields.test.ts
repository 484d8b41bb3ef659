import { describe, expect, it } from 'vitest';
import { listCallbackArguments, createFakeHub, invokeHubMethod } from '../testing-hub.ts';

const command = { Action: 'log.console', RequestId: 'r1' };
const mistypedCommand = { ...command, Paramters: { Message: 'Hi' } };

describe('an unknown field of a command', () => {
  it('is named in the response', async () => {
    const socket = createFakeHub().connectWithHandshake();
    await invokeHubMethod(socket, 'SendAction', mistypedCommand);
    await invokeHubMethod(socket, 'SendAction', { ...command, parameters: { Paramters: 1 } });
    const responses = listCallbackArguments(socket, 'ActionResponse');
    expect(responses).toMatchObject([{ success: true, ignored: ['command.Paramters'] }, { success: true }]);
    expect(responses[1]).not.toHaveProperty('ignored');
  });

  it('is named at the end of a batch, by its index', async () => {
    const socket = createFakeHub().connectWithHandshake();
    await invokeHubMethod(
      socket,
      'SendActionBatch',
      [command, mistypedCommand, { ...mistypedCommand, Id: 1 }],
      false,
    );
    expect(listCallbackArguments(socket, 'BatchActionResponse')).toMatchObject([
      { succeeded: 3, ignored: ['commands.1.Paramters', 'commands.2.Id'] },
    ]);
  });

  it('is rejected by a strict hub, and nothing runs', async () => {
    const socket = createFakeHub({}, undefined, true).connectWithHandshake();
    expect(await invokeHubMethod(socket, 'SendAction', mistypedCommand)).toMatchObject({
      error: expect.stringMatching(
        /^INVALID_REQUEST: 'Paramters' is not a field of the command; the nearest is 'Parameters'\. GET/,
      ),
    });
    expect(
      await invokeHubMethod(socket, 'SendActionBatch', [command, mistypedCommand], false),
    ).toHaveProperty('error');
    expect(listCallbackArguments(socket, 'ActionResponse')).toEqual([]);
    await invokeHubMethod(socket, 'SendAction', { ...command, parameters: { Paramters: 1 } });
    expect(listCallbackArguments(socket, 'ActionResponse')).toMatchObject([{ success: true }]);
  });
});
