import { describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { readFixture, parseGlb, readSunflower } from './testing-glb.ts';

describe('a glTF file', () => {
  const { document, binary } = parseGlb(readSunflower());
  const image = readFixture('demo/assets/sunflower.png');
  const data = (bytes: Uint8Array, type: string): string =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  /** Returns the document with the given URIs for its buffer and its image. */
  const withUris = (buffer: string, picture: string): Uint8Array => {
    const copy = structuredClone(document);
    copy.buffers[0]!.uri = buffer;
    copy.images[0] = { uri: picture };
    return Buffer.from(JSON.stringify(copy));
  };

  it('may embed its parts as data URIs', async () => {
    const file = withUris(data(binary, 'application/octet-stream'), data(image, 'image/png'));
    for (const begin of ['', ' \n', '\ufeff']) {
      const model = await loadModel('sunflower.gltf', Buffer.concat([Buffer.from(begin), file]));
      expect([model.triangles, [...model.images[0]!.bytes]]).toEqual([248, [...image]]);
      model.release();
    }
  });

  it('may keep its parts in files beside it', async () => {
    const requestedFiles: string[] = [];
    const sibling = async (name: string): Promise<Uint8Array | undefined> => {
      requestedFiles.push(name);
      return { 'parts/all data.bin': binary, 'sunflower.png': image }[name];
    };
    const model = await loadModel('sunflower.gltf', withUris('parts/all%20data.bin', './sunflower.png'), {
      sibling,
    });
    expect([model.triangles, requestedFiles]).toEqual([248, ['parts/all data.bin', 'sunflower.png']]);
    model.release();
  });

  it('is rejected when a part is missing, or other files cannot be read', async () => {
    const file = withUris('missing.bin', 'sunflower.png');
    for (const sibling of [undefined, async (): Promise<undefined> => {}]) {
      await expect(loadModel('sunflower.gltf', file, { sibling })).rejects.toMatchObject({
        reason: expect.stringContaining("refers to 'missing.bin'"),
        details: { problem: 'OUTSIDE' },
      });
    }
  });

  it('passes on errors from reading other files', async () => {
    const error = new Error('no permission');
    const sibling = () => Promise.reject(error);
    await expect(loadModel('sunflower.gltf', withUris('a.bin', 'b.png'), { sibling })).rejects.toBe(error);
  });
});
