import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

interface Property {
  name: string;
  type: string;
  value: unknown;
  structural: boolean;
  url: string;
}

const tag = 'the hero/1: ü?';
const toPropertyPath = (...names: string[]): string =>
  ['/api/objects', encodeURIComponent(tag), 'components', ...names.map(encodeURIComponent)].join('/');

describeOnEveryHost('properties', ({ call }) => {
  beforeEach(async () => {
    await call('POST', '/api/actions/scene/objects.destroy', { object: tag });
    const spawned = await call('POST', '/api/actions/scene/spawn', { type: 'Primitives/Cube', tag });
    expect(spawned.status).toBe(200);
  });

  it('list the components of an object with the number of their properties', async () => {
    const { body } = await call<{ name: string; propertyCount: number; url: string }[]>(
      'GET',
      toPropertyPath(),
    );
    expect(body.map(({ name }) => name)).toEqual(['Transform', 'Mesh', 'Material']);
    for (const { propertyCount, url } of body) {
      const { body: properties } = await call<Property[]>('GET', url);
      expect(properties).toHaveLength(propertyCount);
    }
  });

  it('can be read one by one at the listed URL', async () => {
    const { body } = await call<Property[]>('GET', toPropertyPath('Material'));
    for (const property of body) {
      expect((await call('GET', property.url)).body).toEqual({
        object: tag,
        component: 'Material',
        ...property,
      });
    }
  });

  it('can be written in any shape of their type, and return the previous value', async () => {
    const put = (value: unknown) => call('PUT', toPropertyPath('Transform', 'position'), { value });
    expect((await put([1, 2, 3])).body).toEqual({
      name: 'position',
      previous: { x: 0, y: 0, z: 0 },
      value: { x: 1, y: 2, z: 3 },
    });
    expect((await put(4)).body).toMatchObject({
      previous: { x: 1, y: 2, z: 3 },
      value: { x: 4, y: 4, z: 4 },
    });
    expect((await call<Property>('GET', toPropertyPath('Transform', 'position'))).body.value).toEqual({
      x: 4,
      y: 4,
      z: 4,
    });
    const option = await call('PUT', toPropertyPath('Mesh', 'geometry'), { value: 1 });
    expect(option.body).toMatchObject({ previous: 'cube', value: 'sphere' });
  });

  it('can be written with and without sync', async () => {
    for (const sync of ['true', 'false']) {
      const single = await call('PUT', `${toPropertyPath('Material', 'roughness')}?sync=${sync}`, {
        value: 0.25,
      });
      expect(single).toMatchObject({ status: 200, body: { value: 0.25 } });
      const properties = [{ name: 'roughness', value: 0.5 }];
      const several = await call('PUT', `${toPropertyPath('Material', 'properties')}?sync=${sync}`, {
        properties,
      });
      expect(several).toMatchObject({ status: 200, body: { succeededCount: 1 } });
    }
    const invalid = await call<ErrorBody>('PUT', `${toPropertyPath('Material', 'roughness')}?sync=maybe`, {
      value: 1,
    });
    expect([invalid.status, invalid.body.error.code]).toEqual([400, 'INVALID_QUERY']);
  });

  it('state their range and length', async () => {
    await call('POST', '/api/actions/components/add', { object: tag, component: 'Text3D' });
    const { body } = await call<(Property & { maxLength?: number })[]>('GET', toPropertyPath('Text3D'));
    const { maxLength = 0 } = body.find(({ name }) => name === 'text') ?? {};
    const put = (length: number) =>
      call('PUT', toPropertyPath('Text3D', 'text'), { value: ' '.repeat(length) });
    expect((await put(maxLength)).status).toBe(200);
    expect((await put(maxLength + 1)).status).toBe(400);
  });

  describe('are rejected', () => {
    const getRejection = async (method: string, path: string, body?: unknown): Promise<[number, string]> => {
      const { status, body: responseBody } = await call<ErrorBody>(method, path, body);
      return [status, responseBody.error.code];
    };

    it('for unknown names, which are case-sensitive', async () => {
      const unknownObjectPath = '/api/objects/nobody/components';
      expect(await getRejection('GET', unknownObjectPath)).toEqual([404, 'OBJECT_NOT_FOUND']);
      expect(await getRejection('GET', toPropertyPath('material'))).toEqual([404, 'COMPONENT_NOT_FOUND']);
      expect(await getRejection('GET', toPropertyPath('Material', 'Color'))).toEqual([
        404,
        'PROPERTY_NOT_FOUND',
      ]);
      expect(await getRejection('PUT', toPropertyPath('Material', 'toString'), { value: 1 })).toEqual([
        404,
        'PROPERTY_NOT_FOUND',
      ]);
    });

    it('for a value that does not fit, which changes nothing', async () => {
      const path = toPropertyPath('Material', 'roughness');
      expect(await getRejection('PUT', path, { value: 'rough' })).toEqual([400, 'INVALID_VALUE']);
      expect(await getRejection('PUT', path, { value: 1.5 })).toEqual([400, 'INVALID_VALUE']);
      expect(await getRejection('PUT', toPropertyPath('Mesh', 'geometry'), { value: 'blob' })).toEqual([
        400,
        'INVALID_VALUE',
      ]);
      expect(await getRejection('PUT', path)).toEqual([400, 'INVALID_REQUEST']);
      expect((await call<Property>('GET', path)).body.value).toBe(1);
    });
  });

  it('are written in order, and a failure does not stop the rest', async () => {
    const { status, body } = await call('PUT', toPropertyPath('Material', 'properties'), {
      properties: [
        { name: 'roughness', value: 0.5 },
        { name: 'Roughness', value: 0.1 },
        { name: 'metalness', value: 'gold' },
        { name: 'roughness', value: 0.75 },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalCount: 4,
      succeededCount: 2,
      failedCount: 2,
      results: [
        { name: 'roughness', success: true },
        { name: 'Roughness', success: false, error: { code: 'PROPERTY_NOT_FOUND' } },
        { name: 'metalness', success: false, error: { code: 'INVALID_VALUE' } },
        { name: 'roughness', success: true },
      ],
    });
    expect((await call<Property>('GET', toPropertyPath('Material', 'roughness'))).body.value).toBe(0.75);
    const empty = await call<ErrorBody>('PUT', toPropertyPath('Material', 'properties'), { properties: [] });
    expect([empty.status, empty.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
