import { type Accessor, Document, type Node, WebIO } from '@gltf-transform/core';
import { generateFlowerSurface, jointNames, jointSpacing } from './generate-flower-mesh.ts';

type Turn = readonly [number, number, number, number];

interface ClipTrack {
  readonly joint: (typeof jointNames)[number];
  readonly path: 'rotation' | 'scale';
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Keyframe times in seconds. */
  readonly times: readonly number[];
  /** For splines, each value is preceded by its in-tangent and followed by its out-tangent. */
  readonly values: readonly number[];
}

const rotateAround = (axis: 0 | 1 | 2, degrees: number): Turn => {
  const halfAngle = (degrees * Math.PI) / 360;
  const rotation = [0, 0, 0, Math.cos(halfAngle)] as [number, number, number, number];
  rotation[axis] = Math.sin(halfAngle);
  return rotation;
};

const identityRotation = [0, 0, 0, 0];

/** Creates a spline track with flat tangents, so that the motion rests at each keyframe. */
const createEasedTrack = (rotations: readonly Turn[]): number[] =>
  rotations.flatMap((rotation) => [...identityRotation, ...rotation, ...identityRotation]);

/** Creates a track that sways to both sides and back within two seconds. */
const createSwayTrack = (joint: ClipTrack['joint'], degrees: number): ClipTrack => {
  const steps = Array.from({ length: 9 }, (_, i) => i);
  return {
    joint,
    path: 'rotation',
    interpolation: 'LINEAR',
    times: steps.map((step) => step / 4),
    values: steps.flatMap((step) => rotateAround(2, degrees * Math.sin((Math.PI * step) / 4))),
  };
};

/** Creates a track that bows down and up again within one second. */
const createBowTrack = (joint: ClipTrack['joint'], degrees: number): ClipTrack => ({
  joint,
  path: 'rotation',
  interpolation: 'CUBICSPLINE',
  times: [0, 0.5, 1],
  values: createEasedTrack([rotateAround(0, 0), rotateAround(0, degrees), rotateAround(0, 0)]),
});

const flowerClips: Readonly<Record<string, readonly ClipTrack[]>> = {
  Sway: [createSwayTrack('LowerStem', 8), createSwayTrack('UpperStem', 12), createSwayTrack('Head', 6)],
  Bow: [createBowTrack('UpperStem', 40), createBowTrack('Head', 35)],
  Spin: [
    {
      joint: 'Head',
      path: 'rotation',
      interpolation: 'LINEAR',
      times: [0, 0.75, 1.5, 2.25, 3],
      values: [0, 90, 180, 270, 360].flatMap((degrees) => rotateAround(2, degrees)),
    },
    {
      joint: 'Head',
      path: 'scale',
      interpolation: 'STEP',
      times: [0, 1.5, 3],
      values: [1, 1, 1, 1.2, 1.2, 1.2, 1, 1, 1],
    },
  ],
};

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
