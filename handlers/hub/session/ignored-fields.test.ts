import { describe, expect, it } from 'vitest';
import { listCallbackArguments, createFakeHub, invokeHubMethod } from '../testing-hub.ts';

const command = { Action: 'log.console', RequestId: 'r1' };
const mistypedCommand = { ...command, Paramters: { Message: 'Hi' } };

describe('an unknown field of a command', () => {
  it('is named in the response', async () => {
    const wire = createFakeHub().connectWithHandshake();
    await invokeHubMethod(wire, 'SendAction', mistypedCommand);
    await invokeHubMethod(wire, 'SendAction', { ...command, parameters: { Paramters: 1 } });
    const responses = listCallbackArguments(wire, 'ActionResponse');
    expect(responses).toMatchObject([{ success: true, ignored: ['command.Paramters'] }, { success: true }]);
    expect(responses[1]).not.toHaveProperty('ignored');
  });

  it('is named at the end of a batch, by its index', async () => {
    const wire = createFakeHub().connectWithHandshake();
    await invokeHubMethod(
      wire,
      'SendActionBatch',
      [command, mistypedCommand, { ...mistypedCommand, Id: 1 }],
      false,
    );
    expect(listCallbackArguments(wire, 'BatchActionResponse')).toMatchObject([
      { succeeded: 3, ignored: ['commands.1.Paramters', 'commands.2.Id'] },
    ]);
  });

  it('is rejected by a strict hub, and nothing runs', async () => {
    const wire = createFakeHub({}, undefined, true).connectWithHandshake();
    expect(await invokeHubMethod(wire, 'SendAction', mistypedCommand)).toMatchObject({
      error: expect.stringMatching(
        /^INVALID_REQUEST: 'Paramters' is not a field of the command; the nearest is 'Parameters'\. GET/,
      ),
    });
    expect(await invokeHubMethod(wire, 'SendActionBatch', [command, mistypedCommand], false)).toHaveProperty(
      'error',
    );
    expect(listCallbackArguments(wire, 'ActionResponse')).toEqual([]);
    await invokeHubMethod(wire, 'SendAction', { ...command, parameters: { Paramters: 1 } });
    expect(listCallbackArguments(wire, 'ActionResponse')).toMatchObject([{ success: true }]);
  });
});
