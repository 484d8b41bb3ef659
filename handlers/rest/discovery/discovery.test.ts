import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

describeOnEveryHost('discovery', ({ call }) => {
  it('lists eleven data types, of which only input-info works without a runtime', async () => {
    const { body } = await call<{ dataType: string; needsRuntime: boolean }[]>('GET', '/api/discovery');
    expect(body).toHaveLength(11);
    expect(body.filter(({ needsRuntime }) => !needsRuntime)).toMatchObject([{ dataType: 'input-info' }]);
    for (const { dataType } of body) {
      const { status, body: foundItems } = await call<{ count: number; items: unknown[] }>(
        'GET',
        `/api/discovery/${dataType}`,
      );
      expect([status, foundItems.count]).toEqual([200, foundItems.items.length]);
    }
  });

  it('searches all fields of an item, in any letter case', async () => {
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

  it('accepts the name of a data type in any letter case, and returns its declared name', async () => {
    const response = await call('GET', '/api/discovery/LAYERS?filter=back');
    expect([response.status, response.body]).toMatchObject([200, { dataType: 'layers', count: 1 }]);
  });

  it('treats a filter with a * as a pattern for the whole text, like actions', async () => {
    const counted = async (filter: string) =>
      (await call<{ count: number }>('GET', `/api/discovery/input-info?filter=${filter}`)).body.count;
    expect(await counted('mousebutton*')).toBe(3);
    expect(await counted('button')).toBe(3);
    expect(await counted('button*')).toBe(0);
    const listNames = async (parameters: object) =>
      (
        await call<{ result: { objects: { tag: string }[] } }>(
          'POST',
          '/api/actions/scene/objects.find',
          parameters,
        )
      ).body.result.objects.map(({ tag }) => tag);
    expect(await listNames({ tag: 'LIGHT' })).toEqual(['main-light']);
    expect(await listNames({ tag: 'light*' })).toEqual([]);
    expect(await listNames({ tag: '*light' })).toEqual(['main-light']);
    const shaders = await call<{ result: { shaders: { name: string }[] } }>(
      'POST',
      '/api/actions/assets/listShaders',
      {
        filter: 'tand',
      },
    );
    expect(shaders.body.result.shaders.map(({ name }) => name)).toEqual(['Standard']);
  });

  it('returns pages with the total count', async () => {
    const all = await call<{ items: unknown[] }>('GET', '/api/discovery/input-info');
    const total = String(all.body.items.length);
    expect(all.headers.get('X-Total-Count')).toBe(total);
    const page = await call('GET', '/api/discovery/input-info?limit=2&offset=3');
    expect(page.body).toEqual({ dataType: 'input-info', count: 2, items: all.body.items.slice(3, 5) });
    expect(page.headers.get('X-Total-Count')).toBe(total);
    expect((await call('GET', '/api/discovery/input-info?limit=-1')).status).toBe(400);
  });

  it('describes every component, including transforms and materials', async () => {
    const { body } = await call<{ items: { name: string; description?: string; properties?: string[] }[] }>(
      'GET',
      '/api/discovery/components-info',
    );
    for (const { name, description, properties } of body.items)
      expect([name, typeof description, properties?.length]).toEqual([name, 'string', expect.any(Number)]);
    const getProperties = (requested: string) =>
      body.items.find(({ name }) => name === requested)?.properties;
    expect(getProperties('Transform')).toContain('position');
    expect(getProperties('Material')).toEqual(expect.arrayContaining(['shader', 'color', 'shininess']));
  });

  it('returns names that scene.spawn accepts', async () => {
    const spawnables = await call<{ menuPath: string }[]>('GET', '/api/discovery/spawnables');
    for (const { menuPath } of spawnables.body) {
      expect((await call('POST', '/api/actions/scene/spawn', { type: menuPath })).status).toBe(200);
    }
    const objects = await call<{ count: number }>('GET', '/api/discovery/scene-objects');
    expect(objects.body.count).toBeGreaterThanOrEqual(spawnables.body.length);
  });

  it('counts the objects with each kind of component', async () => {
    const counts = async () => {
      const { body } = await call<{ items: { name: string; objectCount: number }[] }>(
        'GET',
        '/api/discovery/components-info',
      );
      return Object.fromEntries(body.items.map(({ name, objectCount }) => [name, objectCount]));
    };
    expect(await counts()).toMatchObject({ Transform: 2, Camera: 1, Light: 1, Text3D: 0 });
    await call('POST', '/api/actions/scene/spawn', { type: 'Lights/Point Light' });
    expect(await counts()).toMatchObject({ Transform: 3, Camera: 1, Light: 2, Text3D: 0 });
  });

  it('describes facts of the runtime with the actions that change them', async () => {
    const readProperties = async () => {
      const { body } = await call<{ items: { name: string; value: unknown; action?: string }[] }>(
        'GET',
        '/api/discovery/app-data',
      );
      return Object.fromEntries(body.items.map((item) => [item.name, item]));
    };
    const { body } = await call<{ categories: { actions: { name: string }[] }[] }>(
      'GET',
      '/api/actions/schema',
    );
    const actions = body.categories.flatMap((category) => category.actions.map(({ name }) => name));
    const before = await readProperties();
    for (const { action } of Object.values(before)) if (action) expect(actions).toContain(action);
    expect(before).toMatchObject({
      timeScale: { value: 1, action: 'time.setScale' },
      scene: { value: 'Default', action: 'scene.switch' },
      camera: { value: 'main-camera', action: 'camera.setActive' },
    });
    await call('POST', '/api/actions/time/setScale', { scale: 0.5 });
    expect((await readProperties()).timeScale).toMatchObject({ value: 0.5 });
    await call('POST', '/api/actions/time/setScale', { scale: 1 });
  });

  it('rejects an unknown data type and lists the known ones', async () => {
    const response = await call<ErrorBody>('GET', '/api/discovery/layer');
    expect([response.status, response.body.error.code]).toEqual([400, 'UNKNOWN_DATA_TYPE']);
    expect(response.body.error.details?.nearest).toContain('layers');
  });
});
