import { expect, it } from 'vitest';
import { describeOnEveryHost, findPortId } from '../../testing-on-every-host.ts';
import type { ErrorBody, GraphBody } from '../../testing-on-every-host.ts';

describeOnEveryHost('nodes', ({ call, createGraph, createNode }) => {
  it('renames, moves and deletes', async () => {
    const graph = await createGraph('Before');
    expect((await call('PUT', `/api/graphs/${graph.id}`, { name: 'After' })).body).toMatchObject({
      name: 'After',
    });
    const [a, b] = [await createNode(graph, 'Add'), await createNode(graph, 'Add')];
    const moved = await call('PUT', `/api/graphs/${graph.id}/nodes/${a.id}`, {
      locationX: 7,
      locationY: -3,
    });
    expect(moved.body).toMatchObject({ id: a.id, locationX: 7, locationY: -3 });
    const connection = { outputPortId: findPortId(a, 'Result'), inputPortId: findPortId(b, 'A') };
    const { id } = (await call<{ id: string }>('POST', `/api/graphs/${graph.id}/connections`, connection))
      .body;
    expect((await call('GET', `/api/graphs/${graph.id}/connections/${id}`)).body).toMatchObject(connection);
    expect((await call('DELETE', `/api/graphs/${graph.id}/connections/${id}`)).body).toMatchObject({ id });
    expect((await call('GET', `/api/graphs/${graph.id}/connections/${id}`)).status).toBe(404);
    const reconnected = (
      await call<{ id: string }>('POST', `/api/graphs/${graph.id}/connections`, connection)
    ).body;
    expect((await call('DELETE', `/api/graphs/${graph.id}/nodes/${a.id}`)).body).toEqual({
      nodeId: a.id,
      removedConnectionIds: [reconnected.id],
    });
    expect((await call('GET', `/api/graphs/${graph.id}/connections`)).body).toEqual([]);
    expect((await call('GET', `/api/nodes/${a.id}`)).status).toBe(404);
  });

  it('changes the given fields of a note, all or nothing, and keeps it in the file', async () => {
    const graph = await createGraph('Noted');
    const note = await createNode(graph, 'Note');
    const path = `/api/graphs/${graph.id}/nodes/${note.id}/note`;
    const { body: blank } = await call<Record<string, unknown>>('GET', path);
    expect(blank).toMatchObject({ text: '', availableFonts: expect.arrayContaining([blank.font]) });
    expect((await call('PUT', path, { text: 'Hi', fontSize: 24 })).body).toEqual({
      ...blank,
      text: 'Hi',
      fontSize: 24,
    });
    for (const invalid of [{ font: 'Nope' }, { color: 'Nope' }, { fontSize: 13 }]) {
      const response = await call<ErrorBody>('PUT', path, { text: 'Lost', ...invalid });
      expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_VALUE']);
    }
    expect((await call('GET', path)).body).toMatchObject({ text: 'Hi', fontSize: 24 });
    const copy = await call<GraphBody>('POST', `/api/graphs/${graph.id}/duplicate`);
    const copied = copy.body.nodes.find(({ category }) => category === 'Note')!;
    expect((await call('GET', `/api/graphs/${copy.body.id}/nodes/${copied.id}/note`)).body).toMatchObject({
      text: 'Hi',
    });
    const wrongNode = await call<ErrorBody>(
      'GET',
      `/api/graphs/${graph.id}/nodes/${graph.nodes[0]!.id}/note`,
    );
    expect([wrongNode.status, wrongNode.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
