import { expect, it } from 'vitest';
import { onEveryHost } from '../../testing-hosts.ts';
import type { ErrorBody } from '../../testing-hosts.ts';

onEveryHost('discovery', ({ call }) => {
  it('lists eleven data types, of which only input-info does without the runtime', async () => {
    const { body } = await call<{ dataType: string; needsRuntime: boolean }[]>('GET', '/api/discovery');
    expect(body).toHaveLength(11);
    expect(body.filter(({ needsRuntime }) => !needsRuntime)).toMatchObject([{ dataType: 'input-info' }]);
    for (const { dataType } of body) {
      const { status, body: found } = await call<{ count: number; items: unknown[] }>(
        'GET',
        `/api/discovery/${dataType}`,
      );
      expect([status, found.count]).toEqual([200, found.items.length]);
    }
  });

  it('finds by what it knows of an item, in any letter case', async () => {
    const layers = await call('GET', '/api/discovery/layers?filter=BACK');
    expect(layers.body).toEqual({
      dataType: 'layers',
      count: 1,
      items: [{ name: 'Background', index: 2 }],
    });
    expect((await call('GET', '/api/discovery/input-info?filter=mousebutton')).body).toMatchObject({
      count: 3,
    });
  });

  it('feeds scene.spawn', async () => {
    const spawnables = await call<{ menuPath: string }[]>('GET', '/api/discovery/spawnables');
    for (const { menuPath } of spawnables.body) {
      expect((await call('POST', '/api/actions/scene/spawn', { type: menuPath })).status).toBe(200);
    }
    const objects = await call<{ count: number }>('GET', '/api/discovery/scene-objects');
    expect(objects.body.count).toBeGreaterThanOrEqual(spawnables.body.length);
  });

  it('refuses an unknown data type and names those there are', async () => {
    const answer = await call<ErrorBody>('GET', '/api/discovery/layer');
    expect([answer.status, answer.body.error.code]).toEqual([400, 'UNKNOWN_DATA_TYPE']);
    expect(answer.body.error.details?.nearest).toContain('layers');
  });
});
