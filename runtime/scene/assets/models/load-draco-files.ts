// biome-ignore lint/style/noRestrictedImports: the files of the decoder, which are the same in every run
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CreateDecoder } from 'draco3dgltf/draco_decoder_gltf_nodejs.js';

/** The decoder's JavaScript and WebAssembly files. */
export interface DracoFiles {
  readonly create: CreateDecoder;
  readonly wasm: Uint8Array<ArrayBuffer>;
}

/** Loads the Draco decoder, which takes about 250 kB. In `dist`, the decoder's files are copied next to the bundle. */
export const loadDracoFiles = async (): Promise<DracoFiles> => {
  const require = createRequire(import.meta.url);
  const isSource = import.meta.url.endsWith('.ts');
  const folder = isSource ? 'draco3dgltf/draco_decoder_gltf' : './draco-decoder';
  return {
    create: require(isSource ? `${folder}_nodejs.js` : `${folder}.cjs`) as DracoFiles['create'],
    wasm: new Uint8Array(await readFile(require.resolve(`${folder}.wasm`))),
  };
};
