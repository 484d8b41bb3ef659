import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../testing-on-every-host.ts';

interface Built {
  readonly nodeIds: Record<string, string>;
  readonly connectionIds: readonly string[];
  readonly nodes: readonly { readonly id: string }[];
  readonly connections: readonly { readonly id: string }[];
}

const text = 'two\nlines, "quoted", ünï\ud83d\ude00 and \ud800';
const plan = {
  nodes: [
    { tempId: 'ä "a"', category: 'Add', ports: { A: 1.5 } },
    { tempId: '7', category: 'Add' },
    { tempId: '__proto__', category: 'Add' },
    { tempId: 'text', category: 'FormatText', ports: { Template: text } },
  ],
  connections: [{ from: 'ä "a"/Result', to: '7/A' }],
};

describeOnEveryHost('large answers', (host) => {
  it('a build returns exactly what reading its nodes and connections returns, also in a batch', async () => {
    const graph = await host.createGraph();
    const path = `/api/graphs/${graph.id}`;
    const { body: built } = await host.call<Built>('POST', `${path}/build`, plan);
    const operations = [{ method: 'POST', path: `${path}/build`, body: plan }];
    const { body: batch } = await host.call<{ results: { body: Built }[] }>('POST', '/api/batch', {
      operations,
    });
    const { body: ids } = await host.call<Built>('POST', `${path}/build?return=ids`, plan);
    expect(Object.keys(ids)).toEqual(Object.keys(built).slice(0, -2));
    expect(Object.keys(ids.nodeIds).sort()).toEqual(plan.nodes.map(({ tempId }) => tempId).sort());
    for (const id of ids.connectionIds)
      expect((await host.call('GET', `${path}/connections/${id}`)).status).toBe(200);
    for (const body of [built, batch.results[0]!.body]) {
      expect(body.nodes.map(({ id }) => id)).toEqual(plan.nodes.map(({ tempId }) => body.nodeIds[tempId]));
      for (const node of body.nodes)
        expect((await host.call('GET', `${path}/nodes/${node.id}`)).body).toEqual(node);
      expect(body.connections.map(({ id }) => id)).toEqual(body.connectionIds);
      for (const connection of body.connections)
        expect((await host.call('GET', `${path}/connections/${connection.id}`)).body).toEqual(connection);
    }
  });

  it('a bulk creation returns its nodes with their count, or the requested part', async () => {
    const graph = await host.createGraph();
    const path = `/api/graphs/${graph.id}/nodes`;
    const specs = [{ category: 'Add' }, { category: 'FormatText', ports: { Template: text } }];
    const full = await host.call<{ id: string }[]>('POST', `${path}/bulk`, specs);
    expect([full.status, full.headers.get('X-Total-Count')]).toEqual([201, '2']);
    for (const node of full.body) expect((await host.call('GET', `${path}/${node.id}`)).body).toEqual(node);
    const page = await host.call('POST', `${path}/bulk?wrap=true&limit=1&include=category`, specs);
    expect(page.body).toEqual({ totalCount: 2, items: [{ category: 'Add' }] });
    expect((await host.call('POST', `${path}/bulk`, [])).body).toEqual([]);
  });
});
