import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

interface Property {
  name: string;
  type: string;
  value: unknown;
  structural: boolean;
  url: string;
}

const demo = new URL('../../../fixtures/projects/demo/assets/', import.meta.url);
const image = 'deep folder/sunflower ü.png';
const toPropertyPath = (asset: string, ...names: string[]): string =>
  ['/api/assets', encodeURIComponent(asset), 'properties', ...names.map(encodeURIComponent)].join('/');

describeOnEveryHost('assets', (host) => {
  const { call } = host;
  const assets = (): string => join(host.test.folder, 'project', 'assets');
  const readSaved = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(assets(), name), 'utf8'));
  const getRejection = async (method: string, path: string, body?: unknown) => {
    const { status, body: received } = await call<ErrorBody>(method, path, body);
    return [status, received.error.code];
  };

  beforeEach(async () => {
    await mkdir(join(assets(), 'deep folder'), { recursive: true });
    await cp(new URL('sunflower.png', demo), join(assets(), image));
    await cp(new URL('sunflower.glb', demo), join(assets(), 'sunflower.glb'));
    await writeFile(
      join(assets(), 'stone.material.json'),
      '{"shader": "Phong", "properties": {"shininess": 5}}',
    );
    expect((await call('POST', '/api/actions/project/refresh', {})).status).toBe(200);
  });

  it('list their properties with values, types, options and URLs', async () => {
    const { status, body } = await call<Property[]>('GET', toPropertyPath(image));
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['pixelsPerMetre', 'filter', 'wrap', 'width', 'height']);
    expect(body[0]).toMatchObject({ type: 'Float', value: 100, structural: true });
    expect(body[1]).toMatchObject({ type: 'Dropdown', options: ['smooth', 'sharp'], structural: false });
    for (const property of body) {
      expect((await call('GET', property.url)).body).toEqual({ asset: image, ...property });
    }
  });

  it('can be written with and without sync', async () => {
    for (const sync of ['true', 'false']) {
      const single = await call('PUT', `${toPropertyPath(image, 'filter')}?sync=${sync}`, { value: 'sharp' });
      expect(single).toMatchObject({ status: 200, body: { value: 'sharp' } });
      const properties = [{ name: 'filter', value: 'smooth' }];
      const several = await call('PUT', `${toPropertyPath(image)}?sync=${sync}`, { properties });
      expect(several).toMatchObject({ status: 200, body: { succeededCount: 1 } });
    }
  });

  it('accept values, and return the previous ones', async () => {
    const response = await call('PUT', toPropertyPath(image, 'filter'), { value: 'sharp' });
    expect([response.status, response.body]).toEqual([
      200,
      { name: 'filter', previous: 'smooth', value: 'sharp' },
    ]);
    expect(await readSaved(`${image}.import.json`)).toMatchObject({ properties: { filter: 'sharp' } });
    expect(await getRejection('PUT', toPropertyPath(image, 'filter'), { value: 'blurred' })).toEqual([
      400,
      'INVALID_VALUE',
    ]);
    expect(await getRejection('PUT', toPropertyPath(image, 'filter'))).toEqual([400, 'INVALID_REQUEST']);
    expect(await getRejection('PUT', toPropertyPath(image, 'Filter'), { value: 'sharp' })).toEqual([
      404,
      'PROPERTY_NOT_FOUND',
    ]);
    expect(await getRejection('PUT', toPropertyPath('none.png', 'filter'), { value: 'sharp' })).toEqual([
      404,
      'ASSET_NOT_FOUND',
    ]);
    expect((await call<Property>('GET', toPropertyPath(image, 'filter'))).body.value).toBe('sharp');
  });

  it('accept several values in order, whichever of them fail', async () => {
    const material = 'stone.material.json';
    const { body } = await call('PUT', toPropertyPath(material), {
      properties: [
        { name: 'shininess', value: 10 },
        { name: 'roughness', value: 1 },
        { name: 'shader', value: 'Standard' },
        { name: 'roughness', value: 0.5 },
      ],
    });
    expect(body).toMatchObject({
      ...{ totalCount: 4, succeededCount: 3, failedCount: 1 },
      results: [
        { name: 'shininess', success: true },
        { name: 'roughness', success: false, error: { code: 'PROPERTY_NOT_FOUND' } },
        { name: 'shader', success: true },
        { name: 'roughness', success: true },
      ],
    });
    expect(await readSaved(material)).toMatchObject({ shader: 'Standard', properties: { roughness: 0.5 } });
    expect(await getRejection('PUT', toPropertyPath(material), { properties: [] })).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    expect(await getRejection('PUT', toPropertyPath(material))).toEqual([400, 'INVALID_REQUEST']);
    expect(
      await getRejection('PUT', toPropertyPath('none.png'), { properties: [{ name: 'a', value: 1 }] }),
    ).toEqual([...[404, 'ASSET_NOT_FOUND']]);
  });

  it('can not be reached by names that lead elsewhere', async () => {
    await writeFile(join(host.test.folder, 'secret.png'), await readFile(new URL('sunflower.png', demo)));
    for (const asset of [
      '../project.json',
      '../../secret.png',
      '/etc/hostname',
      join(host.test.folder, 'secret.png'),
    ]) {
      expect(await getRejection('GET', toPropertyPath(asset))).toEqual([404, 'ASSET_NOT_FOUND']);
    }
  });

  it('are listed in discovery', async () => {
    await call('POST', '/api/actions/assets/createBundled', { object: 'main-light', name: 'lamp' });
    const discovered = async (dataType: string) =>
      (await call<{ items: { name: string }[] }>('GET', `/api/discovery/${dataType}`)).body.items;
    expect(await discovered('bundled-assets')).toEqual([
      expect.objectContaining({ name: 'lamp.bundle.json' }),
    ]);
    expect((await discovered('runtime-assets')).map(({ name }) => name)).toEqual([
      ...[image, 'lamp.bundle.json', 'stone.material.json', 'sunflower.glb'],
    ]);
    const [{ name }] = (await discovered('bundled-assets')) as [{ name: string }];
    expect((await call('POST', '/api/actions/scene/spawn', { asset: name })).status).toBe(200);
  });

  it('are deleted permanently, with their files', async () => {
    const lamp = { object: 'main-light', name: 'lamp' };
    await call('POST', '/api/actions/assets/createBundled', lamp);
    const remove = (body: object) => call<ErrorBody>('POST', '/api/actions/assets/delete', body);
    expect((await remove({ asset: 'lamp.bundle.json' })).status).toBe(422);
    expect((await remove({ asset: 'lamp.bundle.json', confirm: true })).status).toBe(200);
    expect(await readdir(assets())).not.toContain('lamp.bundle.json');
    expect(await getRejection('GET', toPropertyPath('lamp.bundle.json'))).toEqual([404, 'ASSET_NOT_FOUND']);
  });

  it('are described as they are when their folder cannot be written', async () => {
    await rm(assets(), { recursive: true });
    await writeFile(assets(), 'no folder');
    const lamp = { object: 'main-light', name: 'lamp' };
    expect(await getRejection('POST', '/api/actions/assets/createBundled', lamp)).toEqual([
      422,
      'SAVE_FAILED',
    ]);
    expect(await getRejection('POST', '/api/actions/scene/spawn', { asset: 'lamp.bundle.json' })).toEqual([
      ...[404, 'ASSET_NOT_FOUND'],
    ]);
  });

  it('are not written through links that leave the project', async () => {
    const outsideFolder = join(host.test.folder, 'outside');
    await mkdir(outsideFolder);
    await symlink(outsideFolder, join(assets(), 'link'));
    const lamp = { object: 'main-light', name: 'link/lamp' };
    expect(await getRejection('POST', '/api/actions/assets/createBundled', lamp)).toEqual([
      422,
      'SAVE_FAILED',
    ]);
    expect(await readdir(outsideFolder)).toEqual([]);
    expect(await getRejection('GET', toPropertyPath('link/lamp.bundle.json'))).toEqual([
      404,
      'ASSET_NOT_FOUND',
    ]);
  });

  it('are rejected when they name a file behind a link that leaves the project', async () => {
    const outsideFolder = join(host.test.folder, 'outside');
    await mkdir(outsideFolder);
    await writeFile(join(outsideFolder, 'data.bin'), 'secret');
    await symlink(outsideFolder, join(assets(), 'link'));
    await symlink(join(outsideFolder, 'data.bin'), join(assets(), 'file.bin'));
    await symlink('loop.bin', join(assets(), 'loop.bin'));
    for (const uri of ['link/data.bin', 'file.bin', 'loop.bin', `${'x'.repeat(990)}.bin`]) {
      const model = { asset: { version: '2.0' }, buffers: [{ uri, byteLength: 6 }] };
      await writeFile(join(assets(), 'linked.gltf'), JSON.stringify(model));
      await call('POST', '/api/actions/project/refresh', {});
      expect([uri, await getRejection('POST', '/api/actions/scene/spawn', { asset: 'linked.gltf' })]).toEqual(
        [uri, [422, 'ACTION_FAILED']],
      );
    }
    await symlink(join(outsideFolder, 'data.bin'), join(assets(), 'sunflower.glb.import.json'));
    await cp(new URL('sunflower.glb', demo), join(assets(), 'sunflower.glb'));
    await call('POST', '/api/actions/project/refresh', {});
    expect(await getRejection('GET', toPropertyPath('sunflower.glb'))).toEqual([422, 'ACTION_FAILED']);
  });

  it('report a folder that cannot be scanned', async () => {
    await rm(assets(), { recursive: true });
    await symlink(host.test.folder, assets());
    expect(await getRejection('POST', '/api/actions/project/refresh', {})).toEqual([422, 'ACTION_FAILED']);
  });
});
