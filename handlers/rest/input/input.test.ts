import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inputAxes, inputButtons, inputKeys } from '#spec/input-controls.ts';
import { createTestService, testHosts } from '../../testing-service.ts';
import type { TestService } from '../../testing-service.ts';

describe.each(Object.entries(testHosts))('input injected through the %s', (_, serve) => {
  let test: TestService;
  let host: Awaited<ReturnType<typeof serve>>;
  const startGraph = async (runtime: 'embedded' | 'none' = 'embedded') => {
    test = await createTestService({ runtime });
    host = await serve(test.service);
  };
  beforeEach(() => startGraph());
  const end = async () => {
    await host.close();
    await test.dispose();
  };
  afterEach(end);

  const call = async (path: string, body?: unknown) => {
    const headers = { 'X-API-Key': test.token, 'Content-Type': 'application/json' };
    const response = await host.fetch(
      path,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    return { status: response.status, body: await response.json() };
  };
  const inject = (...inputs: readonly Record<string, unknown>[]) => call('/api/input', { inputs });
  const idle = {
    ...{ keys: [], buttons: [], mouse: { x: 0, y: 0 }, actions: {} },
    axes: { Horizontal: 0, Vertical: 0, MouseX: 0, MouseY: 0, MouseWheel: 0 },
  };

  it('is held until it is released, and can be read', async () => {
    expect(await inject()).toEqual({ status: 200, body: idle });
    const { body } = await inject(
      { kind: 'key', key: 'Space', phase: 'down' },
      { kind: 'key', key: 'A', phase: 'down' },
      { kind: 'mouseButton', button: 'Right', phase: 'down' },
      { kind: 'mouseMove', x: -0.5, y: 1 },
      { kind: 'mouseWheel', delta: 7 },
      { kind: 'axis', axis: 'Vertical', value: 0.5 },
      { kind: 'action', action: 'Wave', value: 0.25 },
    );
    expect(body).toEqual({
      ...{ keys: ['Space', 'A'], buttons: ['Right'], mouse: { x: -0.5, y: 1 } },
      ...{ axes: { Horizontal: -1, Vertical: 0.5, MouseX: -0.5, MouseY: 1, MouseWheel: 1 } },
      actions: { Jump: 1, Wave: 0.25 },
    });
    const named = await call('/api/discovery/input-action?filter=wave');
    expect(named.body).toMatchObject({ count: 1, items: [{ name: 'Wave', value: 0.25 }] });
  });

  it.each([
    { kind: 'key', key: 'Any', phase: 'down' },
    { kind: 'key', key: 'space', phase: 'down' },
    { kind: 'key', key: 'A', phase: 'held' },
    { kind: 'mouseButton', button: 'Fourth', phase: 'up' },
    { kind: 'mouseMove', x: 1.5, y: 0 },
    { kind: 'axis', axis: 'Roll', value: 0 },
    { kind: 'action', action: '', value: 0 },
    { kind: 'touch', x: 0, y: 0 },
    { key: 'A', phase: 'down' },
    'Space',
  ])('is accepted as a whole or not at all: %j', async (invalidInput) => {
    const { status, body } = await call('/api/input', {
      inputs: [{ kind: 'key', key: 'Enter', phase: 'down' }, invalidInput],
    });
    expect([status, body]).toEqual([
      400,
      {
        error: expect.objectContaining({
          code: 'INVALID_REQUEST',
          message: expect.stringContaining('inputs.1'),
        }),
      },
    ]);
    expect((await inject()).body).toEqual(idle);
  });

  it('is rejected beyond the limit, and without a runtime', async () => {
    const manyInputs = Array.from({ length: 1_000 }, () => ({ kind: 'mouseWheel', delta: 0 }));
    expect((await inject(...manyInputs, ...manyInputs)).status).toBe(400);
    expect((await inject(...manyInputs)).status).toBe(200);
    expect(await inject({ kind: 'key', key: 'A', phase: 'down' })).toMatchObject({
      status: 422,
      body: { error: { code: 'ACTION_FAILED', details: { parameter: 'inputs' } } },
    });
    test.runtime?.step();
    expect((await inject({ kind: 'key', key: 'A', phase: 'down' })).status).toBe(200);
    await end();
    await startGraph('none');
    expect((await inject()).status).toBe(503);
  });

  it('has names that discovery lists without a runtime', async () => {
    await end();
    await startGraph('none');
    const { body } = await call('/api/discovery/input-info');
    const { items } = body as { items: { name: string; kind: string }[] };
    const names = (kind: string) => items.filter((item) => item.kind === kind).map(({ name }) => name);
    expect([names('key'), names('mouseButton'), names('axis')]).toEqual([inputKeys, inputButtons, inputAxes]);
    expect((await call('/api/discovery/input-action')).status).toBe(503);
  });
});
