import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import { createTestClient, createTestService, testHosts } from '../../testing-service.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

const demo = new URL('../../../fixtures/projects/demo/assets/', import.meta.url);
const sunflower = await readFile(new URL('sunflower.glb', demo));
const image = await readFile(new URL('sunflower.png', demo));

const otherImage = await readFile(new URL('../../../fixtures/golden-images/lights.png', import.meta.url));

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

interface FileRecord {
  readonly path: string;
  readonly hash: string;
}

describeOnEveryHost('asset files', (host) => {
  const project = (): string => join(host.test.folder, 'project');
  const request = (
    method: string,
    path: string,
    body?: Uint8Array | string,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    host.fetch(`/api/assets/files/${path}`, {
      method,
      headers: { 'X-API-Key': host.test.token, ...headers },
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
    });
  const readError = async (response: Promise<Response>) => {
    const { status, headers } = await response;
    const { error } = (await (await response).json()) as ErrorBody;
    return { status, headers, ...error };
  };
  const listTempFiles = async (): Promise<string[]> =>
    (await readdir(project(), { recursive: true })).filter((name) => name.endsWith('.tmp'));

  it('are uploaded, downloaded, and usable right away', async () => {
    const hash = hashOf(sunflower);
    const record = {
      path: 'plants/flower.glb',
      size: sunflower.length,
      mediaType: 'model/gltf-binary',
      type: 'model',
      hash,
    };
    const uploaded = await request('PUT', 'plants%2Fflower.glb', sunflower);
    expect([uploaded.status, await uploaded.json()]).toEqual([201, record]);
    expect(uploaded.headers.get('ETag')).toBe(`"${hash}"`);
    expect(await readFile(join(project(), 'assets/plants/flower.glb'))).toEqual(sunflower);

    const spawned = await host.call('POST', '/api/actions/scene/spawn', { asset: 'plants/flower.glb' });
    expect(spawned.status).toBe(200);

    const downloaded = await request('GET', 'plants/flower.glb');
    expect(downloaded.status).toBe(200);
    expect(Buffer.from(await downloaded.arrayBuffer())).toEqual(sunflower);
    expect(Object.fromEntries(downloaded.headers)).toMatchObject({
      etag: `"${hash}"`,
      'content-type': 'model/gltf-binary',
      'content-length': String(sunflower.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });

    const { body, headers } = await host.call<FileRecord[]>('GET', '/api/assets/files');
    expect([body, headers.get('X-Total-Count')]).toEqual([[record], '1']);
    expect((await request('PUT', 'plants/flower.glb', sunflower)).status).toBe(200);
    expect(await listTempFiles()).toEqual([]);
  });

  it('are listed in pages, without their hashes on request', async () => {
    for (const path of ['c.png', 'a.png', 'b/b.png']) await request('PUT', path, image);
    await writeFile(join(project(), 'assets/notes.txt'), 'No asset.');
    await mkdir(join(project(), 'assets/.hidden'));
    await writeFile(join(project(), 'assets/.hidden/d.png'), image);
    const list = async (query: string) => {
      const { body, headers } = await host.call<FileRecord[]>('GET', `/api/assets/files?${query}`);
      return [body, headers.get('X-Total-Count')];
    };
    expect(await list('include=path')).toEqual([
      [{ path: 'a.png' }, { path: 'b/b.png' }, { path: 'c.png' }],
      '3',
    ]);
    expect(await list('offset=1&limit=1&include=path,hash')).toEqual([
      [{ path: 'b/b.png', hash: hashOf(image) }],
      '3',
    ]);
    expect(await list('limit=1&exclude=hash')).toEqual([
      [{ path: 'a.png', size: image.length, type: 'image', mediaType: 'image/png' }],
      '3',
    ]);
  });

  it('are refused with the reason for which the runtime could not use them', async () => {
    const error = await readError(request('PUT', 'flower.glb', image));
    expect(error).toMatchObject({
      status: 422,
      code: 'ACTION_FAILED',
      details: { problem: 'NOT_THIS_KIND' },
    });
    expect(await listTempFiles()).toEqual([]);
    expect((await host.call<FileRecord[]>('GET', '/api/assets/files')).body).toEqual([]);
  });

  it('are written only if the conditions hold', async () => {
    const put = (headers: Record<string, string>, body = image) => request('PUT', 'a.png', body, headers);
    const etag = `"${hashOf(image)}"`;
    expect((await readError(put({ 'If-Match': '*' }))).code).toBe('REVISION_CONFLICT');
    expect((await put({ 'If-None-Match': '*' })).status).toBe(201);
    expect(await readError(put({ 'If-None-Match': '*' }))).toMatchObject({
      status: 412,
      code: 'REVISION_CONFLICT',
      details: { hash: hashOf(image) },
    });
    expect(await readError(put({ 'If-Match': '"other"' }))).toMatchObject({ status: 412 });
    expect((await put({ 'If-Match': `"other", ${etag}` }, otherImage)).status).toBe(200);
    expect(await readError(request('DELETE', 'a.png', undefined, { 'If-Match': etag }))).toMatchObject({
      status: 412,
    });
    expect(await readFile(join(project(), 'assets/a.png'))).toEqual(otherImage);
    const deleted = await request('DELETE', 'a.png', undefined, { 'If-Match': `"${hashOf(otherImage)}"` });
    expect([deleted.status, await deleted.json()]).toEqual([200, { deleted: 'a.png' }]);
    expect(await readdir(join(project(), 'assets'))).toEqual([]);
  });

  it('are returned in part, or not at all if the client has them', async () => {
    await request('PUT', 'a.png', image);
    const etag = `"${hashOf(image)}"`;
    const get = async (headers: Record<string, string>) => {
      const response = await request('GET', 'a.png', undefined, headers);
      const content = Buffer.from(await response.arrayBuffer());
      return { status: response.status, range: response.headers.get('Content-Range'), content };
    };
    const whole = { status: 200, range: null, content: image };
    const size = image.length;
    const part = (start: number, end: number) => ({
      status: 206,
      range: `bytes ${start}-${end - 1}/${size}`,
      content: image.subarray(start, end),
    });
    expect(await get({ Range: 'bytes=0-0' })).toEqual(part(0, 1));
    expect(await get({ Range: `bytes=5-${size * 2}` })).toEqual(part(5, size));
    expect(await get({ Range: 'bytes=7-' })).toEqual(part(7, size));
    expect(await get({ Range: 'bytes=-3' })).toEqual(part(size - 3, size));
    expect(await get({ Range: `bytes=-${size * 2}` })).toEqual(part(0, size));
    expect(await get({ Range: 'bytes=0-1', 'If-Range': etag })).toEqual(part(0, 2));
    for (const headers of [
      { Range: 'bytes=0-1', 'If-Range': '"other"' },
      { Range: 'bytes=0-1', 'If-Range': `W/${etag}` },
      ...['bytes=0-1,3-4', 'bytes=4-2', 'lines=0-1', 'bytes=', 'bytes=-', 'bytes=a-b'].map((Range) => ({
        Range,
      })),
    ])
      expect([headers, await get(headers)]).toEqual([headers, whole]);
    for (const Range of [`bytes=${size}-`, 'bytes=-0', 'bytes=99999999999999999999-']) {
      const { status, code, headers } = await readError(request('GET', 'a.png', undefined, { Range }));
      expect([status, code, headers.get('Content-Range')]).toEqual([
        416,
        'RANGE_NOT_SATISFIABLE',
        `bytes */${size}`,
      ]);
    }
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect(await get({ 'If-None-Match': tag })).toMatchObject({ status: 304, content: Buffer.alloc(0) });
    expect(await get({ 'If-None-Match': '"other"' })).toEqual(whole);
    const head = await request('HEAD', 'a.png');
    expect([head.status, head.headers.get('Content-Length'), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      String(size),
      0,
    ]);
  });

  it('that are bundled assets are deleted only after a confirmation, with their import settings', async () => {
    const bundle =
      '{"format": 1, "object": {"name": "Lamp", "type": "Empty", "components": [], "materials": [], "children": []}}';
    const put = await request('PUT', 'lamp.bundle.json', bundle);
    expect([put.status, await put.text()]).toEqual([201, expect.stringContaining('"bundled"')]);
    const error = await readError(request('DELETE', 'lamp.bundle.json'));
    expect(error).toMatchObject({ status: 422, details: { parameter: 'confirm' } });
    expect((await request('DELETE', 'lamp.bundle.json?confirm=true')).status).toBe(200);

    await request('PUT', 'flower.glb', sunflower);
    await host.call('PUT', '/api/assets/flower.glb/properties/scale', { value: 2 });
    expect(await readdir(join(project(), 'assets'))).toHaveLength(2);
    expect((await request('DELETE', 'flower.glb')).status).toBe(200);
    expect(await readdir(join(project(), 'assets'))).toEqual([]);
    expect(await readError(request('DELETE', 'flower.glb'))).toMatchObject({
      status: 404,
      code: 'ASSET_NOT_FOUND',
    });
    const { body } = await host.call<{ result: { count: number } }>('POST', '/api/actions/assets/list', {});
    expect(body.result.count).toBe(0);
  });

  it('of a .gltf are uploaded before it', async () => {
    const document = JSON.stringify({
      asset: { version: '2.0' },
      buffers: [{ uri: 'triangle.bin', byteLength: 36 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
      scene: 0,
    });
    const buffer = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
    expect(await readError(request('PUT', 'models/triangle.gltf', document))).toMatchObject({
      status: 422,
      details: { problem: 'OUTSIDE' },
    });
    expect((await request('PUT', 'models/triangle.bin', buffer)).status).toBe(201);
    expect(await (await request('PUT', 'models/triangle.gltf', document)).json()).toMatchObject({
      size: document.length,
    });
    const { body } = await host.call<FileRecord[]>('GET', '/api/assets/files?limit=1&offset=1');
    expect(body).toMatchObject([
      { path: 'models/triangle.gltf', type: 'model', mediaType: 'model/gltf+json' },
    ]);
    const { status } = await host.call('POST', '/api/actions/scene/spawn', { asset: 'models/triangle.gltf' });
    expect(status).toBe(200);
  });

  it('that are scenes belong to the folder scenes', async () => {
    const scene = '{"format": 1, "objects": []}';
    const uploaded = await request('PUT', 'stage.scene.json', scene);
    expect([uploaded.status, await uploaded.text()]).toEqual([201, expect.stringContaining('"scene"')]);
    expect(await readFile(join(project(), 'scenes/stage.scene.json'), 'utf8')).toBe(scene);
    expect(await (await request('GET', 'stage.scene.json')).text()).toBe(scene);
  });

  it('cannot be transferred in a batch, but be listed and deleted', async () => {
    await request('PUT', 'a.png', image);
    const operations = [
      { method: 'PUT', path: '/api/assets/files/b.png', body: { some: 'thing' } },
      { method: 'PUT', path: '/api/assets/files/b.png' },
      { method: 'GET', path: '/api/assets/files/a.png' },
      { method: 'GET', path: '/api/assets/files' },
      { method: 'DELETE', path: '/api/assets/files/a.png' },
    ];
    const { body } = await host.call<{ results: { status: number; body: unknown }[] }>('POST', '/api/batch', {
      operations,
    });
    expect(body.results.map(({ status }) => status)).toEqual([400, 400, 400, 200, 200]);
    expect(await readdir(join(project(), 'assets'))).toEqual([]);
  });

  const longName = 'x'.repeat(197);
  it.each([
    ...[
      '..%2Fa.png',
      '..%2F..%2Fa.png',
      'a%2F..%2F..%2Fa.png',
      'a%2F..%2Fb.png',
      '%2Fa.png',
      '%2Fetc%2Fa.png',
      'C:%2Fa.png',
      'a%5Cb.png',
      '..%5Ca.png',
    ],
    ...['a%00.png', 'a%0A.png', '%1B.png', 'a%7F.png', 'a.png%00', 'a%2F%00%2Fb.png'],
    ...['.png', '.a.png', '.hidden%2Fa.png', '.scene-runtime%2Fa.png', 'a%2F.git%2Fb.png'],
    ...[
      'con.png',
      'CON.png',
      'nul.glb',
      'com1.png',
      'lpt9.png',
      'aux%2Fa.png',
      'prn%2Fb.glb',
      'conin$.png',
      'con .png',
    ],
    ...['a.png.', 'a.png%20', 'folder.%2Fa.png', 'folder%20%2Fa.png', 'a%2F%2Fb.png', '%20', '%2F'],
    ...[
      'a%3Fb.png',
      'a*b.png',
      'a%22b.png',
      'a%3Cb.png',
      'a%3Eb.png',
      'a%7Cb.png',
      'a:b.png',
      'a.png:stream.png',
    ],
    ...[
      `${longName}.png`,
      `${'x'.repeat(300)}.png`,
      `${'ü'.repeat(120)}.png`,
      `${'d%2F'.repeat(16)}a.png`,
      `${'long-name%2F'.repeat(200)}a.png`,
    ],
    ...[
      'a',
      'a.exe',
      'a.js',
      'a.html',
      'a.svg',
      'a.json',
      'project.json',
      'a.png.import.json',
      'a.tmp',
      'a.png.0123456789ab.tmp',
      'a.glb.bak',
      'a.blend',
      'a.mp4',
    ],
  ])('are never stored under the name %j', async (name) => {
    const before = await readdir(host.test.folder, { recursive: true });
    const { status, code, message } = await readError(request('PUT', name, image));
    expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
    expect(message).toMatch(/^'path' /);
    expect(await readdir(host.test.folder, { recursive: true })).toEqual(before);
    for (const method of ['GET', 'DELETE'])
      expect([400, 404]).toContain((await request(method, name)).status);
  });

  it('are stored under unusual names that every system accepts', async () => {
    for (const name of [
      'sunflower ü.png',
      '日本/花.png',
      'a#b%c&d=e.png',
      "it's (1).png",
      '-rf.png',
      '$HOME.png',
    ]) {
      expect([name, (await request('PUT', encodeURIComponent(name), image)).status]).toEqual([name, 201]);
      expect((await request('GET', encodeURIComponent(name))).status).toBe(200);
    }
  });

  it.each([
    ['Stone.png', 'stone.png'],
    ['stone.PNG', 'stone.png'],
    ['Plants/rose.png', 'plants'],
    ['sch\u006f\u0308n.png', 'schön.png'],
    ['stone\u200d.png', 'stone.png'],
  ])('are not stored as %j beside %j', async (name, existing) => {
    for (const path of ['stone.png', 'schön.png', 'plants/lily.png'])
      expect((await request('PUT', encodeURIComponent(path), image)).status).toBe(201);
    const error = await readError(request('PUT', encodeURIComponent(name), image));
    expect(error).toMatchObject({ status: 409, code: 'DUPLICATE_NAME', details: { existing } });
    expect((await request('GET', encodeURIComponent(name))).status).toBe(404);
    expect((await request('DELETE', encodeURIComponent(name))).status).toBe(404);
    expect((await host.call<FileRecord[]>('GET', '/api/assets/files')).body).toHaveLength(3);
  });

  it('never lead out of the folder, whatever lies in it', async () => {
    const outside = join(host.test.folder, 'outside');
    const assets = join(project(), 'assets');
    await mkdir(outside);
    await mkdir(join(assets, 'folder.png'), { recursive: true });
    await writeFile(join(outside, 'secret.png'), 'secret');
    await symlink(outside, join(assets, 'out'));
    await symlink(join(outside, 'secret.png'), join(assets, 'secret.png'));
    await symlink('../graphs', join(assets, 'graphs'));
    await symlink('../.scene-runtime', join(assets, 'service'));
    await symlink('nowhere', join(assets, 'broken'));
    await symlink('loop', join(assets, 'loop'));
    await symlink('/dev/zero', join(assets, 'zero.png'));
    await writeFile(join(assets, 'file.png'), image);
    execFileSync('mkfifo', [join(assets, 'pipe.png')]);
    const before = await readdir(host.test.folder, { recursive: true });
    for (const path of [
      ...[
        'out/a.png',
        'out/secret.png',
        'secret.png',
        'graphs/a.png',
        'service/a.png',
        'broken/a.png',
        'loop/a.png',
      ],
      ...['zero.png', 'pipe.png', 'folder.png', 'file.png/a.png', 'out/deep/a.png'],
    ]) {
      for (const method of ['PUT', 'GET', 'DELETE']) {
        const error = await readError(request(method, path, method === 'PUT' ? image : undefined));
        expect([path, method, error.status, error.code]).toEqual([path, method, 400, 'INVALID_REQUEST']);
        expect(error.message).not.toContain(host.test.folder);
      }
    }
    expect(await readdir(host.test.folder, { recursive: true })).toEqual(before);
    expect(await readFile(join(outside, 'secret.png'), 'utf8')).toBe('secret');
    expect((await host.call<FileRecord[]>('GET', '/api/assets/files')).body).toMatchObject([
      { path: 'file.png' },
    ]);
    await symlink('folder.png', join(assets, 'inside'));
    expect((await request('PUT', 'inside/a.png', image)).status).toBe(201);
    expect(await readFile(join(assets, 'folder.png/a.png'))).toEqual(image);
  });
});

it('no folder for assets is a link out of the project', async () => {
  const test = await createTestService();
  const host = await testHosts['Fetch host']!(test.service);
  const call = createTestClient(host, test.token);
  await mkdir(join(test.folder, 'outside'));
  await symlink('../outside', join(test.folder, 'project/assets'));
  for (const method of ['PUT', 'GET', 'DELETE'])
    expect((await call(method, '/api/assets/files/a.png')).status).toBe(400);
  expect((await call('GET', '/api/assets/files')).status).toBe(422);
  expect(await readdir(join(test.folder, 'outside'))).toEqual([]);
  await host.close();
  await test.dispose();
});

it('need a project', async () => {
  const test = await createTestService({ project: false });
  const host = await testHosts['Fetch host']!(test.service);
  const call = createTestClient(host, test.token);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/a.png'],
    ['PUT', '/a.png'],
    ['DELETE', '/a.png'],
  ]) {
    const { status, body } = await call<ErrorBody>(method!, `/api/assets/files${path}`);
    expect([status, body.error.code]).toEqual([409, 'NO_PROJECT']);
  }
  await host.close();
  await test.dispose();
});
