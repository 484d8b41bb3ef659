import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soakSubscriptionChurn } from './soak-hub/subscription-churn.ts';
import { soakConnectionChurn } from './soak-hub/connection-churn.ts';
import { soakHalfOpenConnections } from './soak-hub/half-open-connections.ts';
import { commandLines, startProcessTarget } from './soak-hub/process-target.ts';
import { soakStalledClients } from './soak-hub/stalled-clients.ts';
import { soakSteadyLoad } from './soak-hub/steady-load.ts';
import { createSimulatedClockTarget } from './soak-hub/simulated-clock-target.ts';
import type { ProcessTarget } from './soak-hub/process-target.ts';
import type { SimulatedClockTarget } from './soak-hub/simulated-clock-target.ts';

/** Each step times out after 20 s. */
const timeoutMs = 300_000;

// Runs only on Linux, because the server's memory is read from /proc.
describe.skipIf(process.platform !== 'linux')('a server in its own process', { timeout: timeoutMs }, () => {
  let target: ProcessTarget;
  beforeAll(async () => {
    // Leaves out the memory measurements, which are meaningless after a second or two.
    const { memory: _, ...served } = await startProcessTarget(commandLines.source);
    target = served;
  });
  afterAll(async () => {
    expect(await target.stop()).toBe('');
  });

  it('delivers every event to every subscriber once and in order, and answers after it', async () => {
    const options = { subscribers: 10, seconds: 1, calibrationMs: 300, before: 0 };
    expect((await soakSteadyLoad(target, options)).problems).toEqual([]);
  });

  it('retains nothing of clients that connect and disconnect', async () => {
    const options = { seconds: 1, perSecond: 300, before: 50, restMs: 0, seed: 7 };
    expect((await soakConnectionChurn(target, options)).problems).toEqual([]);
  });

  it('delivers to a client that subscribes and unsubscribes what it is subscribed to at that moment', async () => {
    expect((await soakSubscriptionChurn(target, { seconds: 1, before: 0, seed: 7 })).problems).toEqual([]);
  });
});

describe('a hub with a simulated clock', { timeout: timeoutMs }, () => {
  let target: SimulatedClockTarget;
  beforeAll(async () => {
    target = await createSimulatedClockTarget();
  });
  afterAll(() => target.close());

  it('tells slow readers what they missed or why they are closed, without an effect on others', async () => {
    const options = { healthy: 4, length: 30_000, before: 0 };
    expect((await soakStalledClients(target, options)).problems).toEqual([]);
  });

  it('closes connections of clients that have vanished, and no others', async () => {
    expect((await soakHalfOpenConnections(target, 4)).problems).toEqual([]);
  });
});
