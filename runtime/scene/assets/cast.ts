/** What the objects are like that an asset is spawned as. */
import { Fault } from '#spec/errors.ts';
import { image } from '../components/image.ts';
import { model } from '../components/model.ts';
import { unlit } from '../materials/shader.ts';
import type { Kind } from '../components/kind.ts';
import type { Blueprint } from '../blueprint.ts';
import type { Assets } from './assets.ts';

/** An object to be, with what is to hang under it. */
export interface Cast extends Blueprint {
  readonly type: string;
  readonly name: string;
}

/** The name of a file without folders and without what tells its kind. */
const stemOf = (tag: string): string => tag.slice(tag.lastIndexOf('/') + 1).replace(/(.)\..*$/, '$1');

const whatElse = {
  audio: 'sounds are played, by audio.play',
  shader: 'shaders are for materials',
  material: 'materials are assigned to objects, by material.assign',
  animation: 'animations move objects that are there',
} as const;

/**
 * The object that an asset is spawned as.
 * @throws Fault ASSET_NOT_FOUND; ACTION_FAILED for an asset that is no object, or whose file cannot be read
 */
export const castOf = (assets: Assets, tag: string): Cast => {
  const { kind } = assets.get(tag);
  const name = stemOf(tag);
  const part = (shown: Kind) => [{ kind: shown, enabled: true, values: { asset: tag } }];
  switch (kind) {
    case 'model':
      assets.contentOf(tag, kind);
      return { type: 'Assets/Model', name, parts: part(model as Kind), materials: [] };
    case 'image':
      assets.contentOf(tag, kind);
      return {
        ...{ type: 'Assets/Image', name, parts: part(image as Kind) },
        materials: [{ shader: unlit, values: { texture: tag, doubleSided: true } }],
      };
    case 'bundled':
      throw new Error('Bundled assets are not spawned yet.');
    default:
      throw new Fault('ACTION_FAILED', `The asset '${tag}' cannot be spawned: ${whatElse[kind]}.`, {
        ...{ asset: tag, type: kind, expected: ['model', 'image', 'bundled'] },
      });
  }
};
