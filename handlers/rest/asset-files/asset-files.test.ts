import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

const demo = new URL('../../../fixtures/projects/demo/assets/', import.meta.url);
const sunflower = await readFile(new URL('sunflower.glb', demo));
const image = await readFile(new URL('sunflower.png', demo));

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
});
