import { Document, WebIO } from '@gltf-transform/core';
import type { Accessor, Node } from '@gltf-transform/core';
import { flowerClips } from './flower-clips.ts';
import { generateFlowerSurface, jointNames, jointSpacing } from './generate-flower-mesh.ts';

/**
 * Creates a matrix for each joint that moves it to the origin. The stem is upright, so the joints differ only in
 * height.
 */
const createInverseBindMatrices = (): Float32Array =>
  Float32Array.from(
    jointNames.flatMap((_, i) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -i * jointSpacing, 0, 1]),
  );

/** Generates the flower as a GLB file: one skinned mesh with one material, a chain of four joints, and three clips. */
export const generateFlowerModel = async (image: Uint8Array): Promise<Uint8Array> => {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: Parameters<Accessor['setType']>[0], array: Parameters<Accessor['setArray']>[0]) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);

  const { positions, normals, coordinates, joints, weights, indices } = generateFlowerSurface();
  const texture = document.createTexture('Sunflower').setImage(image).setMimeType('image/png');
  const material = document
    .createMaterial('Sunflower')
    .setBaseColorTexture(texture)
    .setMetallicFactor(0)
    .setRoughnessFactor(0.9);
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setIndices(accessor('SCALAR', Uint16Array.from(indices)))
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)))
    .setAttribute('NORMAL', accessor('VEC3', Float32Array.from(normals)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(coordinates)))
    .setAttribute('JOINTS_0', accessor('VEC4', Uint8Array.from(joints)))
    .setAttribute('WEIGHTS_0', accessor('VEC4', Float32Array.from(weights)));

  const skin = document
    .createSkin('Sunflower')
    .setInverseBindMatrices(accessor('MAT4', createInverseBindMatrices()));
  const byName = new Map<string, Node>();
  let parent: Node | undefined;
  for (const name of jointNames) {
    const joint = document.createNode(name).setTranslation([0, parent ? jointSpacing : 0, 0]);
    parent?.addChild(joint);
    skin.addJoint(joint);
    byName.set(name, joint);
    parent = joint;
  }
  const mesh = document.createMesh('Sunflower').addPrimitive(primitive);
  const flower = document.createNode('Sunflower').setMesh(mesh).setSkin(skin);
  const scene = document.createScene('Sunflower').addChild(flower);
  const root = byName.get('Root');
  if (root) scene.addChild(root);
  document.getRoot().setDefaultScene(scene);

  for (const [name, tracks] of Object.entries(flowerClips)) {
    const clip = document.createAnimation(name);
    for (const { joint, path, interpolation, times, values } of tracks) {
      const sampler = document
        .createAnimationSampler()
        .setInterpolation(interpolation)
        .setInput(accessor('SCALAR', Float32Array.from(times)))
        .setOutput(accessor(path === 'scale' ? 'VEC3' : 'VEC4', Float32Array.from(values)));
      const target = byName.get(joint) ?? null;
      const channel = document.createAnimationChannel();
      channel.setTargetNode(target).setTargetPath(path).setSampler(sampler);
      clip.addSampler(sampler).addChannel(channel);
    }
  }
  return new WebIO().writeBinary(document);
};
