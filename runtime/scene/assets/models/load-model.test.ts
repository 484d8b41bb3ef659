import { NearestFilter, SkinnedMesh } from 'three';
import { describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { changeFlower, getMaterial, getSkinnedMesh } from './testing-flower.ts';
import { createGlb, readFixture, parseGlb, readSunflower, webp } from './testing-glb.ts';
import { changeAccessors } from './testing-corruption-operators.ts';

describe('loadModel', () => {
  it('loads nodes, skin, clips and metadata', async () => {
    const model = await loadModel('sunflower.glb', readSunflower());
    const flower = getSkinnedMesh(model.scene);
    expect(flower.skeleton.bones.map(({ name }) => name)).toEqual(['Root', 'LowerStem', 'UpperStem', 'Head']);
    expect(model.scene.getObjectByName('Head')?.parent?.name).toBe('UpperStem');
    expect(model.clips.map(({ name, duration }) => [name, duration])).toEqual([
      ['Sway', 2],
      ['Bow', 1],
      ['Spin', 3],
    ]);
    // The stem has 8 × 12 × 2 triangles, the two double-sided leaves have 8, and the double-sided head with 12 petals
    // and seeds has 48.
    expect(model.triangles).toBe(192 + 8 + 48);
    expect(model.materials).toEqual([flower.material]);
    const rounded = Object.entries(model.bounds!).map(([end, { x, y, z }]) => [
      end,
      ...[x, y, z].map((value) => Math.round(value * 1000) / 1000),
    ]);
    expect(rounded).toEqual([
      ['min', -0.5, 0, -0.12],
      ['max', 0.5, 1.935, 0.12],
    ]);
    model.release();
  });

  it('creates textures with the encoded file of their image', async () => {
    const model = await loadModel('sunflower.glb', readSunflower());
    const { map } = getMaterial(getSkinnedMesh(model.scene));
    expect(model.images).toEqual([{ format: 'png', width: 64, height: 64, bytes: expect.any(Uint8Array) }]);
    expect([...model.images[0]!.bytes]).toEqual([...readFixture('demo/assets/sunflower.png')]);
    expect(map?.image).toBe(model.images[0]);
    // The image has its own buffer, so that it does not retain the whole model.
    expect(model.images[0]!.bytes.buffer.byteLength).toBe(model.images[0]!.bytes.length);
    expect([map?.name, map?.flipY, map?.colorSpace]).toEqual(['Sunflower', false, 'srgb']);
    model.release();
  });

  it('sets the wrap modes and filters of textures from their samplers', async () => {
    const file = changeFlower((document) => {
      Object.assign(document, {
        samplers: [{ wrapS: 33071, wrapT: 33648, magFilter: 9728, minFilter: 9984 }],
      });
      Object.assign(document.textures[0]!, { sampler: 0 });
    });
    const model = await loadModel('sunflower.glb', file);
    const { map } = getMaterial(getSkinnedMesh(model.scene));
    expect([map?.wrapS, map?.wrapT, map?.magFilter, map?.minFilter]).toEqual([
      1001,
      1002,
      NearestFilter,
      1004,
    ]);
    model.release();
  });

  it('prefers the core image of a texture to its WebP image', async () => {
    const name = 'EXT_texture_webp';
    const withWebp = (source: number | undefined, required: object) =>
      changeAccessors((document, add) => {
        const { bufferView } = document.accessors[add({ count: 0 }, webp)]!;
        document.images.push({ bufferView: bufferView!, mimeType: 'image/webp' });
        document.textures[0] = { ...(source === 0 && { source }), extensions: { [name]: { source: 1 } } };
        Object.assign(document, { extensionsUsed: [name], ...required });
      })(Buffer.from(readSunflower()));
    for (const [file, formats] of [
      [withWebp(0, {}), ['png 64']],
      [withWebp(undefined, { extensionsRequired: [name] }), ['webp 800']],
    ] as const) {
      const model = await loadModel('sunflower.glb', file);
      expect(model.images.map(({ format, width }) => `${format} ${width}`)).toEqual(formats);
      expect(getMaterial(getSkinnedMesh(model.scene)).map?.image).toBe(model.images[0]);
      expect(model.repairs).toEqual([]);
      model.release();
    }
  });

  it('reports a texture that only GPUs can decode, and rejects the model when it requires it', async () => {
    const name = 'KHR_texture_basisu';
    const withBasis = (fields: object) =>
      changeFlower((document) => {
        document.textures[0] = { extensions: { [name]: { source: 0 } } };
        Object.assign(document, { extensionsUsed: [name], ...fields });
      });
    const model = await loadModel('sunflower.glb', withBasis({}));
    expect(model.repairs).toEqual([`Ignored a texture whose only image is in ${name} (/textures/0)`]);
    expect(getMaterial(getSkinnedMesh(model.scene)).map).toBeNull();
    model.release();
    await expect(loadModel('sunflower.glb', withBasis({ extensionsRequired: [name] }))).rejects.toMatchObject(
      {
        reason: expect.stringMatching(
          /requires 'KHR_texture_basisu'.*KTX2.*export them as PNG, JPEG or WebP/,
        ),
        details: { problem: 'UNSUPPORTED', extensions: [name] },
      },
    );
  });

  it('accepts a GLB container with chunks in an unusual order', async () => {
    const [file, { document, binary }] = [Buffer.from(readSunflower()), parseGlb(readSunflower())];
    const extra = await loadModel('sunflower.glb', Buffer.concat([file, Buffer.alloc(9)]));
    expect([extra.triangles, extra.repairs]).toEqual([
      248,
      ['Ignored bytes after the end of the GLB file (/)'],
    ]);
    const chunk = Buffer.from('\x04\0\0\0NOTE....', 'latin1');
    const json = 20 + file.readUInt32LE(12);
    const third = Buffer.concat([file.subarray(0, json), chunk, file.subarray(json)]);
    third.writeUInt32LE(third.length, 8);
    const later = await loadModel('sunflower.glb', third);
    expect([later.triangles, later.repairs]).toEqual([248, []]);
    const withTrailingChunk = Buffer.concat([
      createGlb(document, binary),
      Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 7]),
    ]);
    withTrailingChunk.writeUInt32LE(withTrailingChunk.length, 8);
    expect((await loadModel('sunflower.glb', withTrailingChunk)).triangles).toBe(248);
  });

  it('measures the bounds instead of trusting the file', async () => {
    const file = changeFlower(({ accessors, meshes }) => {
      const positions = accessors[meshes[0]!.primitives[0]!.attributes.POSITION!]!;
      Object.assign(positions, { min: [-9, -9, -9], max: [9, 9, 9] });
    });
    const model = await loadModel('sunflower.glb', file);
    const { geometry } = getSkinnedMesh(model.scene);
    for (const top of [model.bounds?.max.y, geometry.boundingBox?.max.y]) expect(top).toBeCloseTo(1.935, 3);
    expect(geometry.boundingSphere?.radius).toBeLessThan(1.2);
    model.release();
  });

  it('ignores optional extensions', async () => {
    const file = changeFlower((document) => {
      Object.assign(document, { extensionsUsed: ['X_mesh', 'X_wind', 'KHR_materials_unlit'] });
      Object.assign(document.meshes[0]!.primitives[0]!, { extensions: { X_mesh: {} } });
      Object.assign(document.nodes[0]!, { extensions: { X_wind: { force: 3 } }, extras: { keep: 'this' } });
      Object.assign(document.materials[0]!, { extensions: { KHR_materials_unlit: {} } });
    });
    const model = await loadModel('sunflower.glb', file);
    expect(model.materials.map(({ type }) => type)).toEqual(['MeshBasicMaterial']);
    const notes: unknown[] = [];
    model.scene.traverse(({ userData }) => notes.push(userData));
    expect(JSON.stringify(notes)).toContain('"keep":"this"');
    expect(JSON.stringify(notes)).not.toContain('X_wind');
    model.release();
  });

  it('keeps `extras` without letting them change a prototype', async () => {
    const { document, binary } = parseGlb(readSunflower());
    const notes = '"extras":{"__proto__":{"isAdmin":true},"sown":"May"},"name":"Root"';
    const file = createGlb(JSON.stringify(document).replace('"name":"Root"', notes), binary);
    const model = await loadModel('sunflower.glb', file);
    const { userData } = model.scene.getObjectByName('Root')!;
    expect([userData.sown, userData.isAdmin, Object.getPrototypeOf(userData)]).toEqual([
      'May',
      undefined,
      Object.prototype,
    ]);
    model.release();
  });

  it('leaves a child node in place that the scene also lists as a root', async () => {
    const file = changeFlower(({ nodes, scenes }) => {
      scenes[0]!.nodes.push(nodes.findIndex(({ name }) => name === 'Head'));
    });
    const model = await loadModel('sunflower.glb', file);
    expect(model.scene.getObjectByName('Head')?.parent?.name).toBe('UpperStem');
    model.release();
  });

  it.each([
    ['hand.glb', 2314, 25, []],
    ['controller.glb', 3488, 0, ['jpeg 512']],
  ] as const)('loads a model from another exporter: %s', async (name, triangles, joints, images) => {
    const model = await loadModel(name, readFixture(`../assets/webxr-input-profiles/${name}`));
    expect(model.triangles).toBe(triangles);
    expect(model.images.map(({ format, width }) => `${format} ${width}`)).toEqual(images);
    const skins: number[] = [];
    model.scene.traverse((node) => {
      if (node instanceof SkinnedMesh) skins.push(node.skeleton.bones.length);
    });
    expect(skins).toEqual(joints > 0 ? [joints] : []);
    model.release();
  });
});
