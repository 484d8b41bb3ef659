import { DirectionalLight, type SkinnedMesh } from 'three';
import { describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { changeFlower, getMaterial, getSkinnedMesh } from './testing-flower.ts';
import { readSunflower } from './testing-glb.ts';

describe('an instance of a model', () => {
  it('shares geometry and textures, but has its own materials and skeleton', async () => {
    const model = await loadModel('sunflower.glb', readSunflower());
    const [first, second] = [model.instantiate(), model.instantiate()].map(({ root }) =>
      getSkinnedMesh(root),
    ) as [SkinnedMesh, SkinnedMesh];
    expect(first.geometry).toBe(second.geometry);
    expect(getMaterial(first).map).toBe(getMaterial(second).map);
    getMaterial(first).color.set('#ff0000');
    first.skeleton.bones[3]!.position.y = 9;
    expect(getMaterial(second).color.getHexString()).toBe('ffffff');
    expect(second.skeleton.bones[3]!.position.y).toBe(0.5);
    expect(getSkinnedMesh(model.scene).skeleton.bones[3]!.position.y).toBe(0.5);
    expect(first.skeleton.bones[3]!.parent?.parent?.parent?.parent).toBe(first.parent);
  });

  it('keeps shared resources until the model and all instances are released', async () => {
    const model = await loadModel('sunflower.glb', readSunflower());
    const flower = getSkinnedMesh(model.scene);
    const disposed: string[] = [];
    flower.geometry.addEventListener('dispose', () => disposed.push('geometry'));
    getMaterial(flower).map?.addEventListener('dispose', () => disposed.push('texture'));

    const [first, second] = [model.instantiate(), model.instantiate()];
    getMaterial(getSkinnedMesh(first.root)).addEventListener('dispose', () =>
      disposed.push('material of one'),
    );
    first.release();
    first.release();
    expect([model.instanceCount, disposed]).toEqual([1, ['material of one']]);
    model.release();
    expect(() => model.instantiate()).toThrow('The model has been released.');
    expect(disposed).toEqual(['material of one']);
    second.release();
    model.release();
    expect([model.instanceCount, disposed]).toEqual([0, ['material of one', 'geometry', 'texture']]);
  });

  it('hides primitives without positions, but keeps their nodes', async () => {
    const file = changeFlower(({ meshes }) => delete meshes[0]!.primitives[0]!.attributes.POSITION);
    const model = await loadModel('sunflower.glb', file);
    expect([model.triangles, model.bounds]).toEqual([0, undefined]);
    expect(model.instantiate().root.getObjectByName('Sunflower')).toBeDefined();
  });

  it('aims its lights like the model', async () => {
    const file = changeFlower((document) => {
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
