import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soakChurn } from './soak-hub/churn.ts';
import { soakConnects } from './soak-hub/connects.ts';
import { soakHalfOpen } from './soak-hub/half-open.ts';
import { commandLines, serveTarget } from './soak-hub/process.ts';
import { soakStalled } from './soak-hub/stalled.ts';
import { soakSteady } from './soak-hub/steady.ts';
import { steppedTarget } from './soak-hub/stepped.ts';
import type { ServedTarget } from './soak-hub/process.ts';
import type { SteppedTarget } from './soak-hub/stepped.ts';

/** Something that does not come about is given up after 20 s. */
const timeout = 300_000;

// What the server's process holds is read from /proc.
describe.skipIf(process.platform !== 'linux')('a server in a process of its own', { timeout }, () => {
  let target: ServedTarget;
  beforeAll(async () => {
    // Memory tells nothing after a second or two.
    const { memory: _, ...served } = await serveTarget(commandLines.source);
    target = served;
  });
  afterAll(async () => {
    expect(await target.end()).toBe('');
  });

  it('brings every event to every subscriber once and in order, and answers behind it', async () => {
    const options = { subscribers: 10, seconds: 1, calibrationMs: 300, before: 0 };
    expect((await soakSteady(target, options)).problems).toEqual([]);
  });

  it('keeps nothing of clients that come and go', async () => {
    const options = { seconds: 1, perSecond: 300, before: 50, restMs: 0, seed: 7 };
    expect((await soakConnects(target, options)).problems).toEqual([]);
  });

  it('brings to a client that subscribes and unsubscribes what it wants just then', async () => {
    expect((await soakChurn(target, { seconds: 1, before: 0, seed: 7 })).problems).toEqual([]);
  });
});

describe('a hub whose time is stepped', { timeout }, () => {
  let target: SteppedTarget;
  beforeAll(async () => {
    target = await steppedTarget();
  });
  afterAll(() => target.close());

  it('tells those who read too slowly what they missed or why they are closed, and the others notice nothing', async () => {
    const options = { healthy: 4, length: 30_000, before: 0 };
    expect((await soakStalled(target, options)).problems).toEqual([]);
  });

  it('gives up who has vanished, and nobody else', async () => {
    expect((await soakHalfOpen(target, 4)).problems).toEqual([]);
  });
});
