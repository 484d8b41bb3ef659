import { DirectionalLight } from 'three';
import { describe, expect, it } from 'vitest';
import { loadModel } from './load-model.ts';
import { changed, materialOf, skinnedIn } from './testing-flower.ts';
import { sunflower } from './testing-glb.ts';
import type { SkinnedMesh } from 'three';

describe('an instance of a model', () => {
  it('shares geometry and textures, and has materials and a skeleton of its own', async () => {
    const model = await loadModel('sunflower.glb', sunflower());
    const [one, other] = [model.instantiate(), model.instantiate()].map(({ root }) => skinnedIn(root)) as [
      SkinnedMesh,
      SkinnedMesh,
    ];
    expect(one.geometry).toBe(other.geometry);
    expect(materialOf(one).map).toBe(materialOf(other).map);
    materialOf(one).color.set('#ff0000');
    one.skeleton.bones[3]!.position.y = 9;
    expect(materialOf(other).color.getHexString()).toBe('ffffff');
    expect(other.skeleton.bones[3]!.position.y).toBe(0.5);
    expect(skinnedIn(model.scene).skeleton.bones[3]!.position.y).toBe(0.5);
    expect(one.skeleton.bones[3]!.parent?.parent?.parent?.parent).toBe(one.parent);
  });

  it('keeps what it shares until the last of them and the model itself have been released', async () => {
    const model = await loadModel('sunflower.glb', sunflower());
    const flower = skinnedIn(model.scene);
    const disposed: string[] = [];
    flower.geometry.addEventListener('dispose', () => disposed.push('geometry'));
    materialOf(flower).map?.addEventListener('dispose', () => disposed.push('texture'));

    const [one, other] = [model.instantiate(), model.instantiate()];
    materialOf(skinnedIn(one.root)).addEventListener('dispose', () => disposed.push('material of one'));
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

  it('shows nothing of what has no positions, and stands where it would', async () => {
    const file = changed(({ meshes }) => delete meshes[0]!.primitives[0]!.attributes.POSITION);
    const model = await loadModel('sunflower.glb', file);
    expect([model.triangles, model.bounds]).toEqual([0, undefined]);
    expect(model.instantiate().root.getObjectByName('Sunflower')).toBeDefined();
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
