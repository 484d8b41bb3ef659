/** Finds the mixer that animates a track's property on a target. */
import { Mesh, type Object3D, type Quaternion, type Vector3 } from 'three';
import { suggestNames } from '#spec/suggest-names.ts';
import {
  createWeightsAccessor,
  type NumberAccessor,
  numberFormats,
  type NumberType,
} from '../../../kernels/animation/number-accessor.ts';
import {
  type Curve,
  type CurveSampler,
  EulerDegreesSampler,
  NumbersSampler,
  QuaternionSampler,
} from '../../../kernels/animation/sample-curve.ts';
import { memoizeWeak } from '../../../shared/memoize-weak.ts';
import { transformComponentName } from '../../object-properties.ts';
import { findProperty } from '../../object-property-access.ts';
import { createPropertyAccessor } from './property-accessor.ts';
import { DiscreteMixer, NumberMixer, type PropertyMixer, type SceneMixer } from './scene-mixer.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { Track } from '../clips/clip.ts';
import type { AnimationTarget } from './target-resolver.ts';

/** The name and factory of a mixer, or the reason why there is no mixer. */
type MixerLookup =
  | { readonly name: string; readonly create: (poses: SceneMixer) => PropertyMixer }
  | { readonly reason: string };

/** Provides one sampler per curve, regardless of how many targets the curve animates. */
const curveSamplers = {
  numbers: memoizeWeak((curve: Curve): CurveSampler => new NumbersSampler(curve)),
  quaternion: memoizeWeak((curve: Curve): CurveSampler => new QuaternionSampler(curve)),
  eulerDegrees: memoizeWeak((curve: Curve): CurveSampler => new EulerDegreesSampler(curve)),
} as const;

const toUnboundReason = (reason: string): MixerLookup => ({ reason });

const createVectorLookup = (name: string, target: Vector3, isExclusive: boolean): MixerLookup => ({
  name,
  create: ({ vectors: table }) =>
    new NumberMixer({ name, target, isExclusive, table, getSampler: curveSamplers.numbers }),
});

const createQuaternionLookup = (name: string, node: Object3D, isExclusive: boolean): MixerLookup => ({
  name,
  create: ({ quaternions: table }) =>
    new NumberMixer({
      ...{ name, isExclusive, table },
      target: isExclusive ? disableEulerUpdates(node) : node.quaternion,
      getSampler: (curve, type) =>
        curveSamplers[type === 'Quaternion' ? 'quaternion' : 'eulerDegrees'](curve),
    }),
});

const createAccessorLookup = (name: string, create: () => NumberAccessor): MixerLookup => ({
  name,
  create: ({ accessors: table }) =>
    new NumberMixer({ name, target: create(), isExclusive: false, table, getSampler: curveSamplers.numbers }),
});

type Property = NonNullable<ReturnType<typeof findProperty>>;

const isNumberType = (type: string): type is NumberType => Object.hasOwn(numberFormats, type);

const checkKeyType = (
  property: string,
  types: readonly string[],
  { type }: Track,
): MixerLookup | undefined =>
  types.includes(type)
    ? undefined
    : toUnboundReason(`'${property}' accepts keys of type ${types.join(' or ')}; these are of type ${type}`);

/**
 * Removes the callback from a model node's quaternion and returns the quaternion. three.js would otherwise compute
 * Euler angles on each change. This takes longer than the rest of a pose, and nobody reads these angles from model
 * nodes.
 */
const disableEulerUpdates = ({ quaternion }: Object3D): Quaternion => quaternion._onChange(() => {});

/** Finds the mixer of a transform or of morph target weights. Returns `undefined` for other properties. */
const findNodeMixer = (
  { node, object }: AnimationTarget,
  name: string,
  track: Track,
): MixerLookup | undefined => {
  const { component, property } = track;
  if (component !== transformComponentName) return undefined;
  switch (property) {
    case 'position':
    case 'scale':
      return checkKeyType(property, ['Vector3'], track) ?? createVectorLookup(name, node[property], !object);
    case 'rotation':
      return (
        checkKeyType(property, ['Vector3', 'Quaternion'], track) ??
        createQuaternionLookup(name, node, !object)
      );
    case 'weights':
      return findWeightsMixer(node, name, track);
    default:
      return undefined;
  }
};

const findWeightsMixer = (node: Object3D, name: string, { keys }: Track): MixerLookup => {
  const weights = (node instanceof Mesh && node.morphTargetInfluences) || [];
  const weightCount = 'size' in keys ? keys.size : 0;
  if (weights.length === weightCount) return createAccessorLookup(name, () => createWeightsAccessor(weights));
  return toUnboundReason(`it has ${weights.length} morph targets; the keys are for ${weightCount}`);
};

const createPropertyLookup = (object: SceneObject, property: Property, name: string): MixerLookup => {
  const { type } = property;
  return isNumberType(type)
    ? createAccessorLookup(name, () => createPropertyAccessor(object, property, type))
    : { name, create: ({ discreteMixers }) => new DiscreteMixer(name, { object, property }, discreteMixers) };
};

/**
 * Returns the reason why a property does not accept a value of a discrete track; `undefined` when it accepts all
 * values.
 */
const findInvalidKey = (
  { options, maxLength = Infinity }: Property,
  { keys, property }: Track,
): string | undefined => {
  const states = 'states' in keys ? keys.states.map(String) : [];
  const unknown = options && states.find((state) => !options.includes(state));
  if (unknown !== undefined) {
    const [likely] = suggestNames(unknown, options ?? []);
    return `'${property}' has no option '${unknown}'${likely === undefined ? '' : `; did you mean '${likely}'?`}`;
  }
  return states.some(({ length }) => length > maxLength)
    ? `'${property}' accepts at most ${maxLength} characters`
    : undefined;
};

/** The key types that properties accept, keyed by property type. */
const keyTypes: Readonly<Partial<Record<string, readonly Track['type'][]>>> = {
  Float: ['Float'],
  Integer: ['Float'],
  Vector3: ['Vector3'],
  Color: ['Color'],
  Boolean: ['Boolean'],
  String: ['String'],
  Dropdown: ['String'],
};

const findComponentMixer = (object: SceneObject, name: string, track: Track): MixerLookup => {
  const { component, property: propertyName } = track;
  const property = findProperty(object, component, propertyName);
  if (!property)
    return toUnboundReason(
      `the component '${component}' of '${object.tag}' has no property '${propertyName}'`,
    );
  if (property.derived)
    return toUnboundReason(`'${propertyName}' follows from other properties; animate those`);
  if (property.readOnly) return toUnboundReason(`'${propertyName}' is read-only`);
  const types = keyTypes[property.type];
  if (!types)
    return toUnboundReason(`'${propertyName}' is of type ${property.type}, which clips cannot move`);
  const reason = findInvalidKey(property, track);
  return (
    checkKeyType(propertyName, types, track) ??
    (reason === undefined ? createPropertyLookup(object, property, name) : toUnboundReason(reason))
  );
};

/** Finds the mixer through which a track animates the target. */
export const findPropertyMixer = (target: AnimationTarget, track: Track): MixerLookup => {
  const { path, object } = target;
  const { component, property } = track;
  if (object) {
    const name = `${path === '' ? '' : `${path}.`}${component}.${property}`;
    return findNodeMixer(target, name, track) ?? findComponentMixer(object, name, track);
  }
  return (
    findNodeMixer(target, `${path}.${property}`, track) ??
    toUnboundReason(`'${path}' is a node of a model, which has position, rotation, scale and weights`)
  );
};
