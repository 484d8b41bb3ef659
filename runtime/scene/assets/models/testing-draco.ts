import { NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { readSunflower } from './testing-glb.ts';

export const dracoExtension = 'KHR_draco_mesh_compression';

export const createCompressedFlower = async (
  method: 'EDGEBREAKER' | 'SEQUENTIAL' = 'EDGEBREAKER',
): Promise<Uint8Array> => {
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression])
    .registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
  const document = await io.readBinary(readSunflower());
  document
    .createExtension(KHRDracoMeshCompression)
    .setRequired(true)
    .setEncoderOptions({ method: KHRDracoMeshCompression.EncoderMethod[method] });
  return io.writeBinary(document);
};
