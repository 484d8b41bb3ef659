/** The flower, compressed by Draco. */
import { NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { sunflower } from './testing-glb.ts';

export const dracoName = 'KHR_draco_mesh_compression';

export const compressedFlower = async (
  method: 'EDGEBREAKER' | 'SEQUENTIAL' = 'EDGEBREAKER',
): Promise<Uint8Array> => {
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression])
    .registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
  const document = await io.readBinary(sunflower());
  document
    .createExtension(KHRDracoMeshCompression)
    .setRequired(true)
    .setEncoderOptions({ method: KHRDracoMeshCompression.EncoderMethod[method] });
  return io.writeBinary(document);
};
