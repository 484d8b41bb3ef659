import { describe, expect, it } from 'vitest';
import { calls, createFakeHub, invoke } from '../testing-hub.ts';

const command = { Action: 'log.console', RequestId: 'r1' };
const mistyped = { ...command, Paramters: { Message: 'Hi' } };

describe('a field of a command that nothing reads', () => {
  it('is named in the response', async () => {
    const wire = createFakeHub().join();
    await invoke(wire, 'SendAction', mistyped);
    await invoke(wire, 'SendAction', { ...command, parameters: { Paramters: 1 } });
    const responses = calls(wire, 'ActionResponse');
    expect(responses).toMatchObject([{ success: true, ignored: ['command.Paramters'] }, { success: true }]);
    expect(responses[1]).not.toHaveProperty('ignored');
  });

  it('is named at the end of a batch, by its place', async () => {
    const wire = createFakeHub().join();
    await invoke(wire, 'SendActionBatch', [command, mistyped, { ...mistyped, Id: 1 }], false);
    expect(calls(wire, 'BatchActionResponse')).toMatchObject([
      { succeeded: 3, ignored: ['commands.1.Paramters', 'commands.2.Id'] },
    ]);
  });

  it('is refused by a strict hub, and nothing runs', async () => {
    const wire = createFakeHub({}, undefined, true).join();
    expect(await invoke(wire, 'SendAction', mistyped)).toMatchObject({
      error: expect.stringMatching(
        /^INVALID_REQUEST: 'Paramters' is no field of the command; the nearest is 'Parameters'\. GET/,
      ),
    });
    expect(await invoke(wire, 'SendActionBatch', [command, mistyped], false)).toHaveProperty('error');
    expect(calls(wire, 'ActionResponse')).toEqual([]);
    await invoke(wire, 'SendAction', { ...command, parameters: { Paramters: 1 } });
    expect(calls(wire, 'ActionResponse')).toMatchObject([{ success: true }]);
  });
});
