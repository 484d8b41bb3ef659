import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';

describeOnEveryHost('variables', (host) => {
  const { call } = host;

  it('report each edit once, synced or not, and reach the runtime when synced', async () => {
    const { id } = (
      await call<{ id: string }>('POST', '/api/variables?sync=true', { name: 'n', type: 'Integer' })
    ).body;
    const events: string[] = [];
    host.test.service.bus.subscribe((batch) => events.push(...batch.map(({ type }) => type)));
    const format = { template: '{n}' };
    const text = async () =>
      (await call<{ result: unknown }>('POST', '/api/actions/text/format', format)).body.result;
    await call('PUT', `/api/variables/${id}/value`, { value: 3 });
    expect(await text()).toEqual({ text: '0' });
    await call('PUT', `/api/variables/${id}/value?sync=true`, { value: 4 });
    host.test.runtime!.step(3);
    expect(await text()).toEqual({ text: '4' });
    await call('DELETE', `/api/variables/${id}?sync=true`);
    host.test.runtime!.step(3);
    expect(events).toEqual(['variable.changed', 'variable.changed', 'variable.deleted']);
  });
});
