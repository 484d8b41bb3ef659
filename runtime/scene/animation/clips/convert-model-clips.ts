/**
 * Converts a loaded model's clips. Each track receives the path of its node, because instances keep neither the ids nor
 * unique names of nodes.
 */
import { InterpolateDiscrete, Mesh, PropertyBinding } from 'three';
import type { AnimationClip, KeyframeTrack, Object3D } from 'three';
import type { Curve, Interpolation } from '../../../kernels/animation/sample-curve.ts';
import type { Clip, Track } from './clip.ts';

/**
 * The property for each three.js track name, and the count of numbers per value. Weights have one number per morph
 * target.
 */
const trackProperties = {
  position: { property: 'position', type: 'Vector3', size: 3 },
  quaternion: { property: 'rotation', type: 'Quaternion', size: 4 },
  scale: { property: 'scale', type: 'Vector3', size: 3 },
  morphTargetInfluences: { property: 'weights', type: 'Weights', size: undefined },
} as const;

const isAnimatedProperty = (name: string): name is keyof typeof trackProperties =>
  Object.hasOwn(trackProperties, name);

/** Returns the child indexes that lead from the root to a node. */
const getNodePath = (root: Object3D, node: Object3D): number[] => {
  const path: number[] = [];
  for (let at = node; at !== root && at.parent; at = at.parent) path.unshift(at.parent.children.indexOf(at));
  return path;
};

export const findNodeAtPath = (root: Object3D, path: readonly number[]): Object3D | undefined => {
  let node: Object3D | undefined = root;
  for (const index of path) node = node?.children[index];
  return node;
};

const listNamesOnPath = (root: Object3D, path: readonly number[]): string => {
  const names: string[] = [];
  let node = root;
  for (const index of path) {
    names.push(getUniqueNodeNames(node.children)[index] ?? '');
    node = node.children[index] ?? node;
  }
  return names.join('/');
};

/**
 * three.js has no cubic splines of its own. Splines created by its loader are recognized by the tangents beside each
 * value.
 */
const getInterpolation = (track: KeyframeTrack, size: number): Interpolation => {
  if (track.values.length === track.times.length * size * 3) return 'CUBICSPLINE';
  return track.getInterpolation() === InterpolateDiscrete ? 'STEP' : 'LINEAR';
};

/** @param size count of numbers per value, by default computed from the keys */
const toCurve = (track: KeyframeTrack, size = track.values.length / track.times.length): Curve => ({
  interpolation: getInterpolation(track, size),
  ...{ times: track.times, numbers: track.values, size },
});

/** Returns the number of morph weights of a mesh; `undefined` for any other node. */
const countMorphWeights = (node: Object3D | null): number | undefined =>
  node instanceof Mesh ? node.morphTargetInfluences?.length : undefined;

const convertTrack = (scene: Object3D, track: KeyframeTrack): Track | undefined => {
  const { nodeName, propertyName } = PropertyBinding.parseTrackName(track.name);
  if (!isAnimatedProperty(propertyName)) return undefined;
  const { property, type, size } = trackProperties[propertyName];
  const found = PropertyBinding.findNode(scene, nodeName) as Object3D | null;
  const node = found ? getNodePath(scene, found) : undefined;
  const target = node ? listNamesOnPath(scene, node) : nodeName;
  const keys = toCurve(track, size ?? countMorphWeights(found));
  return { ...{ target, component: 'Transform', property, type, keys, node }, isOfModel: true };
};

/** @param scene the scene of the loaded model */
export const convertModelClips = (scene: Object3D, animations: readonly AnimationClip[]): Clip[] =>
  animations.map(({ name, duration, tracks }) => ({
    ...{ name, duration, markers: [] },
    tracks: tracks.flatMap((track) => convertTrack(scene, track) ?? []),
  }));

/**
 * Returns unique names for sibling nodes. If a node has no name, or the same name as an earlier node, its index is
 * appended as a suffix.
 */
export const getUniqueNodeNames = (nodes: readonly Object3D[]): string[] => {
  const usedNames = new Set<string>();
  return nodes.map(({ name }, index) => {
    const uniqueName = name === '' || usedNames.has(name) ? `${name}#${index}` : name;
    usedNames.add(uniqueName);
    return uniqueName;
  });
};
