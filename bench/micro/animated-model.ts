import {
  AnimationClip,
  Group,
  Object3D,
  Quaternion,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import type { KeyframeTrack } from 'three';

export interface AnimationOrder {
  /** Instances of the model. */
  readonly models: number;
  /** Nodes of each, one below the other. */
  readonly nodes: number;
  /** Whether each node is moved and scaled too, and not turned only. */
  readonly moved: boolean;
  /** Clips that play on each at the same time. */
  readonly clips: number;
}

/** Seconds of a clip. */
const clipLength = 2.25;
const keys = 10;
const nodeName = 'node-';

/** Keys like any others, and the same in every run. */
const numbers = (count: number, seed: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.sin(seed + index * 1.7));

const tracksOf = (name: string, index: number, moved: boolean): KeyframeTrack[] => {
  const times = Array.from({ length: keys }, (_, key) => key / 4);
  const turns = times.flatMap((_, key) => {
    const [x = 0, y = 0, z = 0] = numbers(3, index + key);
    return new Quaternion(x, y, z, 1).normalize().toArray();
  });
  return [
    new QuaternionKeyframeTrack(`${name}.quaternion`, times, turns),
    ...(moved
      ? [
          new VectorKeyframeTrack(`${name}.position`, times, numbers(keys * 3, index)),
          new VectorKeyframeTrack(`${name}.scale`, times, numbers(keys * 3, index + 1)),
        ]
      : []),
  ];
};

/** A model whose clips move each of its nodes; they are called `clip-0` and so on. */
export const animatedModel = ({ nodes, moved, clips }: AnimationOrder) => {
  const scene = new Group();
  let above: Object3D = scene;
  const names = Array.from({ length: nodes }, (_, index) => `${nodeName}${index}`);
  for (const name of names) {
    const node = new Object3D();
    node.name = name;
    above.add(node);
    above = node;
  }
  const animations = Array.from({ length: clips }, (_, clip) => {
    const tracks = names.flatMap((name, index) => tracksOf(name, clip + index, moved));
    return new AnimationClip(`clip-${clip}`, clipLength, tracks);
  });
  return { scene, animations };
};

/** Where in its clip a playback begins, and how much it weighs, so that no two models look the same. */
export const entryOf = (model: number, clip: number): { readonly time: number; readonly weight: number } => ({
  time: (model * 0.013 + clip * 0.5) % clipLength,
  weight: clip === 0 ? 1 : 0.5,
});

/** What all nodes of such models are like, one after the other: how they lie to what is above them. */
export const poseOf = (root: Object3D): number[] => {
  const pose: number[] = [];
  root.traverse((node) => {
    if (!node.name.startsWith(nodeName)) return;
    node.updateMatrix();
    pose.push(...node.matrix.elements);
  });
  return pose;
};
