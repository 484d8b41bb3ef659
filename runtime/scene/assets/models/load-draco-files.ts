// biome-ignore lint/style/noRestrictedImports: the decoder's own files, which are the same in every run
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CreateDecoder } from 'draco3dgltf/draco_decoder_gltf_nodejs.js';

/** The program of the decoder, and its WebAssembly. */
export interface DracoFiles {
  readonly create: CreateDecoder;
  readonly wasm: Uint8Array<ArrayBuffer>;
}

/** Reads the Draco decoder, a quarter of a megabyte. In `dist` its files lie beside every other one. */
export const loadDracoFiles = async (): Promise<DracoFiles> => {
  const require = createRequire(import.meta.url);
  const isSource = import.meta.url.endsWith('.ts');
  const folder = isSource ? 'draco3dgltf/draco_decoder_gltf' : './draco-decoder';
  return {
    create: require(isSource ? `${folder}_nodejs.js` : `${folder}.cjs`) as DracoFiles['create'],
    wasm: new Uint8Array(await readFile(require.resolve(`${folder}.wasm`))),
  };
};
