/** Tests that the API has the numbers of actions, node types and event types that the description states. */
import { expect, it } from 'vitest';
import { eventChannels } from '#spec/event-channels.ts';
import { events } from '#spec/events.ts';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { AsyncApiDocument } from '#spec/contract/asyncapi-types.ts';

interface Named {
  readonly name: string;
  readonly actions: readonly { readonly name: string }[];
}

describeOnEveryHost('the service', (host) => {
  const read = async <T>(path: string): Promise<{ readonly body: T; readonly total: number }> => {
    const response = await host.fetch(path, { headers: { 'X-API-Key': host.test.token } });
    return { body: (await response.json()) as T, total: Number(response.headers.get('X-Total-Count')) };
  };

  it('offers 161 actions in 20 categories', async () => {
    const { categories } = (await read<{ categories: Named[] }>('/api/actions/schema')).body;
    const names = categories.flatMap(({ actions }) => actions.map(({ name }) => name));
    expect([categories.length, new Set(names).size]).toEqual([20, 161]);
  });

  it('offers 178 node types in 20 categories', async () => {
    const { body, total } = await read<{ nodes: { enumValue: string }[] }[]>('/api/node-types');
    const names = body.flatMap(({ nodes }) => nodes.map(({ enumValue }) => enumValue));
    expect([total, body.length, new Set(names).size]).toEqual([20, 20, 178]);
    expect((await read('/api/node-types/enum-values?limit=1')).total).toBe(178);
  });

  it('raises 31 event types in 18 channels', () => {
    const inChannels = eventChannels.flatMap(({ kinds }) => kinds);
    expect([eventChannels.length, inChannels.length]).toEqual([18, 31]);
    expect(new Set(Object.keys(events))).toEqual(new Set(inChannels));
  });

  it('serves a catalog of 18 event types, which says that the channel hub is not one of them', async () => {
    const { body } = await read<AsyncApiDocument>('/api/events/types');
    const { hub: methods, ...eventTypes } = body.channels;
    expect(Object.keys(eventTypes)).toHaveLength(18);
    expect(body.info.description).toContain('The catalog has 18 event types');
    expect(body.info.description).toContain('The channel `hub` is not an event type');
    expect(methods?.summary).toMatch(/^Not an event type/);
  });
});
