import type { DracoFiles } from '#runtime/scene/assets/models/load-draco-files.ts';

/** Returns the decoder, which is part of the bundle. Its code is evaluated when the first model needs it. */
export const loadDracoFiles = async (): Promise<DracoFiles> => {
  const [{ default: create }, { default: wasm }] = await Promise.all([
    import('draco3dgltf/draco_decoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_decoder_gltf.wasm'),
  ]);
  return { create, wasm };
};
