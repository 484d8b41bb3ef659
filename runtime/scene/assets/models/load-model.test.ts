import {
  AnimationClip,
  DirectionalLight,
  type Mesh,
  MeshStandardMaterial,
  NearestFilter,
  SkinnedMesh,
} from 'three';
import { describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { close, fixture, open, sunflower } from './testing-damage.ts';
import type { Object3D } from 'three';
import type { Document } from './testing-damage.ts';

/** The flower, with something changed. */
const changed = (change: (document: Document) => unknown): Buffer => {
  const { document, binary } = open(sunflower());
  change(document);
  return close(document, binary);
};

const skinnedIn = (root: Object3D): SkinnedMesh => {
  const found: SkinnedMesh[] = [];
  root.traverse((node) => {
    if (node instanceof SkinnedMesh) found.push(node);
  });
  expect(found).toHaveLength(1);
  return found[0]!;
};

const colourOf = ({ material }: Mesh): MeshStandardMaterial => {
  expect(material).toBeInstanceOf(MeshStandardMaterial);
  return material as MeshStandardMaterial;
};

describe('a model', () => {
  it('comes with nodes, skin, clips and measures', async () => {
    const model = await loadModel('sunflower.glb', sunflower());
    const flower = skinnedIn(model.scene);
    expect(flower.skeleton.bones.map(({ name }) => name)).toEqual(['Root', 'LowerStem', 'UpperStem', 'Head']);
    expect(model.scene.getObjectByName('Head')?.parent?.name).toBe('UpperStem');
    expect(model.animations.map((clip) => [clip instanceof AnimationClip, clip.name, clip.duration])).toEqual(
      [
        [true, 'Sway', 2],
        [true, 'Bow', 1],
        [true, 'Spin', 3],
      ],
    );
    // Stem 8 × 12 × 2, two leaves of two sides and two triangles, a head of two sides, 12 petals and seeds.
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

  it('has textures that hold the file of their image', async () => {
    const model = await loadModel('sunflower.glb', sunflower());
    const { map } = colourOf(skinnedIn(model.scene));
    expect(model.images).toEqual([{ format: 'png', width: 64, height: 64, bytes: expect.any(Uint8Array) }]);
    expect([...model.images[0]!.bytes]).toEqual([...fixture('demo/assets/sunflower.png')]);
    expect(map?.image).toBe(model.images[0]);
    // It keeps its own bytes, not those of the whole model.
    expect(model.images[0]!.bytes.buffer.byteLength).toBe(model.images[0]!.bytes.length);
    expect([map?.name, map?.flipY, map?.colorSpace]).toEqual(['Sunflower', false, 'srgb']);
    model.release();
  });

  it('has textures that wrap and filter as their samplers say', async () => {
    const file = changed((document) => {
      Object.assign(document, {
        samplers: [{ wrapS: 33071, wrapT: 33648, magFilter: 9728, minFilter: 9984 }],
      });
      Object.assign(document.textures[0]!, { sampler: 0 });
    });
    const model = await loadModel('sunflower.glb', file);
    const { map } = colourOf(skinnedIn(model.scene));
    expect([map?.wrapS, map?.wrapT, map?.magFilter, map?.minFilter]).toEqual([
      1001,
      1002,
      NearestFilter,
      1004,
    ]);
    model.release();
  });

  it('is measured, whatever its file says about its bounds', async () => {
    const file = changed(({ accessors, meshes }) => {
      const positions = accessors[meshes[0]!.primitives[0]!.attributes.POSITION!]!;
      Object.assign(positions, { min: [-9, -9, -9], max: [9, 9, 9] });
    });
    const model = await loadModel('sunflower.glb', file);
    const { geometry } = skinnedIn(model.scene);
    for (const top of [model.bounds?.max.y, geometry.boundingBox?.max.y]) expect(top).toBeCloseTo(1.935, 3);
    expect(geometry.boundingSphere?.radius).toBeLessThan(1.2);
    model.release();
  });

  it('is read without the extensions that it can do without', async () => {
    const file = changed((document) => {
      const name = 'KHR_draco_mesh_compression';
      Object.assign(document, { extensionsUsed: [name, 'X_wind', 'KHR_materials_unlit'] });
      const extensions = { [name]: { bufferView: 0, attributes: { POSITION: 0 } } };
      Object.assign(document.meshes[0]!.primitives[0]!, { extensions });
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

  it('keeps what a tool notes without letting it become a prototype', async () => {
    const { document, binary } = open(sunflower());
    const notes = '"extras":{"__proto__":{"isAdmin":true},"sown":"May"},"name":"Root"';
    const file = close(JSON.stringify(document).replace('"name":"Root"', notes), binary);
    const model = await loadModel('sunflower.glb', file);
    const { userData } = model.scene.getObjectByName('Root')!;
    expect([userData.sown, userData.isAdmin, Object.getPrototypeOf(userData)]).toEqual([
      'May',
      undefined,
      Object.prototype,
    ]);
    model.release();
  });

  it('leaves nodes where they belong that a tool lists as roots of the scene too', async () => {
    const file = changed(({ nodes, scenes }) => {
      scenes[0]!.nodes.push(nodes.findIndex(({ name }) => name === 'Head'));
    });
    const model = await loadModel('sunflower.glb', file);
    expect(model.scene.getObjectByName('Head')?.parent?.name).toBe('UpperStem');
    model.release();
  });

  it.each([
    ['hand.glb', 2314, 25, []],
    ['controller.glb', 3488, 0, ['jpeg 512']],
  ] as const)('of another tool is read: %s', async (name, triangles, joints, images) => {
    const model = await loadModel(name, fixture(`../assets/webxr-input-profiles/${name}`));
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

describe('a glTF file', () => {
  const { document, binary } = open(sunflower());
  const image = fixture('demo/assets/sunflower.png');
  const data = (bytes: Uint8Array, type: string): string =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  /** The document with buffer and image under these URIs. */
  const withUris = (buffer: string, picture: string): Uint8Array => {
    const copy = structuredClone(document);
    copy.buffers[0]!.uri = buffer;
    copy.images[0] = { uri: picture };
    return Buffer.from(JSON.stringify(copy));
  };

  it('may hold its parts as data', async () => {
    const file = withUris(data(binary, 'application/octet-stream'), data(image, 'image/png'));
    const model = await loadModel('sunflower.gltf', file);
    expect([model.triangles, [...model.images[0]!.bytes]]).toEqual([248, [...image]]);
    model.release();
  });

  it('may have its parts in files beside it', async () => {
    const asked: string[] = [];
    const sibling = async (name: string): Promise<Uint8Array | undefined> => {
      asked.push(name);
      return { 'parts/all data.bin': binary, 'sunflower.png': image }[name];
    };
    const model = await loadModel('sunflower.gltf', withUris('parts/all%20data.bin', './sunflower.png'), {
      sibling,
    });
    expect([model.triangles, asked]).toEqual([248, ['parts/all data.bin', 'sunflower.png']]);
    model.release();
  });

  it('is refused when a part is not there, or nobody may look beside it', async () => {
    const file = withUris('gone.bin', 'sunflower.png');
    for (const sibling of [undefined, async (): Promise<undefined> => {}]) {
      await expect(loadModel('sunflower.gltf', file, { sibling })).rejects.toMatchObject({
        reason: expect.stringContaining("names 'gone.bin'"),
        details: { problem: 'OUTSIDE' },
      });
    }
  });

  it('passes on what goes wrong beside it', async () => {
    const trouble = new Error('no permission');
    const sibling = () => Promise.reject(trouble);
    await expect(loadModel('sunflower.gltf', withUris('a.bin', 'b.png'), { sibling })).rejects.toBe(trouble);
  });
});

describe('an instance of a model', () => {
  it('shares geometry and textures, and has materials and a skeleton of its own', async () => {
    const model = await loadModel('sunflower.glb', sunflower());
    const [one, other] = [model.instantiate(), model.instantiate()].map(({ root }) => skinnedIn(root)) as [
      SkinnedMesh,
      SkinnedMesh,
    ];
    expect(one.geometry).toBe(other.geometry);
    expect(colourOf(one).map).toBe(colourOf(other).map);
    colourOf(one).color.set('#ff0000');
    one.skeleton.bones[3]!.position.y = 9;
    expect(colourOf(other).color.getHexString()).toBe('ffffff');
    expect(other.skeleton.bones[3]!.position.y).toBe(0.5);
    expect(skinnedIn(model.scene).skeleton.bones[3]!.position.y).toBe(0.5);
    expect(one.skeleton.bones[3]!.parent?.parent?.parent?.parent).toBe(one.parent);
  });

  it('keeps what it shares until the last of them and the model itself have been released', async () => {
    const model = await loadModel('sunflower.glb', sunflower());
    const flower = skinnedIn(model.scene);
    const disposed: string[] = [];
    flower.geometry.addEventListener('dispose', () => disposed.push('geometry'));
    colourOf(flower).map?.addEventListener('dispose', () => disposed.push('texture'));

    const [one, other] = [model.instantiate(), model.instantiate()];
    colourOf(skinnedIn(one.root)).addEventListener('dispose', () => disposed.push('material of one'));
    one.release();
    one.release();
    expect([model.instances, disposed]).toEqual([1, ['material of one']]);
    model.release();
    expect(() => model.instantiate()).toThrow('The model has been released.');
    expect(disposed).toEqual(['material of one']);
    other.release();
    model.release();
    expect([model.instances, disposed]).toEqual([0, ['material of one', 'geometry', 'texture']]);
  });

  it('aims its lights as the model does', async () => {
    const file = changed((document) => {
      const name = 'KHR_lights_punctual';
      Object.assign(document, { extensionsUsed: [name] });
      Object.assign(document, { extensions: { [name]: { lights: [{ type: 'directional' }] } } });
      Object.assign(document.nodes.find(({ name: node }) => node === 'Head')!, {
        extensions: { [name]: { light: 0 } },
      });
    });
    const model = await loadModel('sunflower.glb', file);
    const lights: DirectionalLight[] = [];
    model.instantiate().root.traverse((node) => {
      if (node instanceof DirectionalLight) lights.push(node);
    });
    expect(lights.map(({ target, children }) => [target.parent, children])).toEqual([
      [lights[0], [lights[0]!.target]],
    ]);
  });
});
