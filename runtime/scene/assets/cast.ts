/** What the objects are like that an asset is spawned as. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { acceptedBy } from '../components/accepted.ts';
import { image } from '../components/image.ts';
import { kinds } from '../components/kinds.ts';
import { model } from '../components/model.ts';
import { initialValues, shared } from '../components/values.ts';
import { shaders, unlit } from '../materials/shader.ts';
import { Refusal, UnreadableAsset } from './refusal.ts';
import type { Kind } from '../components/kind.ts';
import type { Slots } from '../components/slots.ts';
import type { Values } from '../components/values.ts';
import type { Blueprint } from '../blueprint.ts';
import type { Shader } from '../materials/shader.ts';
import type { Assets } from './assets.ts';
import type { MaterialDocument, SavedObject } from './documents.ts';

/** An object to be, with what is to hang under it. */
export interface Cast extends Blueprint {
  readonly type: string;
  readonly name: string;
  /** Where it is and how it is, where that has been saved. */
  readonly saved?: SavedObject;
  readonly children: readonly Cast[];
}

/** The name of a file without folders and without what tells its kind. */
export const stemOf = (tag: string): string => tag.slice(tag.lastIndexOf('/') + 1).replace(/(.)\..*$/, '$1');

const whatElse = {
  audio: 'sounds are played, by audio.play',
  shader: 'shaders are for materials',
  material: 'materials are assigned to objects, by material.assign',
  animation: 'animations move objects that are there',
  scene: 'scenes take the place of all objects, by scene.switch',
} as const;

/**
 * The object that an asset is spawned as.
 * @throws Fault ASSET_NOT_FOUND; ACTION_FAILED for an asset that is no object, or whose file cannot be read
 */
export const castOf = (assets: Assets, tag: string): Cast => {
  const { kind } = assets.get(tag);
  const name = stemOf(tag);
  const part = (shown: Kind, values: Values = {}) => [
    { kind: shown, enabled: true, values: { asset: tag, ...values } },
  ];
  switch (kind) {
    case 'model':
      assets.contentOf(tag, kind);
      return { type: 'Assets/Model', name, parts: part(model as Kind), materials: [], children: [] };
    case 'image': {
      const { pixelsPerMetre } = assets.contentOf(tag, kind).settings;
      return {
        ...{ type: 'Assets/Image', name, children: [] },
        parts: part(image as Kind, { pixelsPerMetre }),
        materials: [{ shader: unlit, values: { texture: tag, doubleSided: true } }],
      };
    }
    case 'bundled':
      return castOfSaved(tag, assets.contentOf(tag, kind).document);
    default:
      throw new Fault('ACTION_FAILED', `The asset '${tag}' cannot be spawned: ${whatElse[kind]}.`, {
        ...{ asset: tag, type: kind, expected: ['model', 'image', 'bundled'] },
      });
  }
};

/** The values that a component or a material is to have, from what a file holds of it. */
type Accept = (owner: string, slots: Slots, properties: Values) => Values;

/** Most objects of a file are like others in it: what is the same is worked out, and held, once. */
const acceptOnce = (tag: string): Accept => {
  const known = new Map<string, Values>();
  return (owner, slots, properties) => {
    // what is shared was a component's or a material's
    if (Object.isFrozen(properties)) return properties;
    const key = `${owner} ${JSON.stringify(properties)}`;
    const values =
      known.get(key) ??
      shared(
        initialValues(
          slots,
          accepted(tag, owner, () => acceptedBy(slots, properties)),
        ),
      );
    known.set(key, values);
    return values;
  };
};

/** @throws Fault ACTION_FAILED for what there is no kind of component, shader or property for */
const castOfSaved = (tag: string, saved: SavedObject, accept = acceptOnce(tag)): Cast => ({
  type: saved.type,
  name: saved.name,
  saved,
  parts: saved.components.map(({ kind: name, enabled, properties }) => {
    const kind = kinds.get(name);
    if (!kind) throw unusable(tag, `there is no kind of component '${name}'`);
    return { kind, enabled, values: accept(name, kind.slots, properties) };
  }),
  materials: saved.materials.map(({ shader: name, properties }) => {
    const shader = shaderOfFile(tag, name);
    return { shader, values: accept(name, shader.slots, properties) };
  }),
  children: saved.children.map((child) => castOfSaved(tag, child, accept)),
});

/** The objects that the file of an asset or a scene holds, as `castOfSaved` has each. */
export const castsOfSaved = (tag: string, objects: readonly SavedObject[]): Cast[] => {
  const accept = acceptOnce(tag);
  return objects.map((object) => castOfSaved(tag, object, accept));
};

/**
 * The shader of a material that was saved, with its values.
 * @throws Fault ACTION_FAILED for a shader or a property that there is not
 */
export const materialOf = (tag: string, { shader: name, properties }: MaterialDocument) => {
  const shader = shaderOfFile(tag, name);
  return { shader, values: accepted(tag, name, () => acceptedBy(shader.slots, properties)) };
};

const shaderOfFile = (tag: string, name: string): Shader => {
  const shader = shaders.find((one) => one.name === name);
  if (!shader) throw unusable(tag, `there is no shader '${name}'`);
  return shader;
};

/** @throws Fault ACTION_FAILED that names the shaders that there are */
export const shaderNamed = (name: string): Shader => {
  const shader = shaders.find((one) => one.name === name);
  if (shader) return shader;
  const names = shaders.map((one) => one.name);
  throw new Fault('ACTION_FAILED', `There is no shader '${name}'; assets.listShaders lists them.`, {
    ...{ shader: name, nearest: nearest(name, names), validOptions: names },
  });
};

const accepted = (tag: string, owner: string, read: () => Values): Values => {
  try {
    return read();
  } catch (failure) {
    throw failure instanceof Fault ? unusable(tag, `${owner}: ${failure.reason}`) : failure;
  }
};

const unusable = (tag: string, why: string): Fault =>
  new UnreadableAsset(tag, new Refusal('DAMAGED', why.replace(/\.$/, '')));
