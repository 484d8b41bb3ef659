/** Corruptions of the container, the JSON and the structure of a model file. */
import { assignAt, changeBytes, changeDocument, changeText } from './testing-corruption-operators.ts';
import type { Corruptions } from './testing-corruption-operators.ts';

export const structureCorruptions: Corruptions = {
  'an empty file': ['NOT_THIS_KIND', () => new Uint8Array()],
  'eleven bytes': ['DAMAGED', (file) => file.subarray(0, 11)],
  'another first byte': ['NOT_THIS_KIND', changeBytes((file) => file.writeUInt8(88, 0))],
  'version 3 of the container': ['UNSUPPORTED', changeBytes((file) => file.writeUInt32LE(3, 4))],
  'a length that is too long': ['DAMAGED', changeBytes((file) => file.writeUInt32LE(file.length * 2, 8))],
  'a length that is too short': ['DAMAGED', changeBytes((file) => file.writeUInt32LE(file.length - 4, 8))],
  'half of the file': ['DAMAGED', (file) => file.subarray(0, file.length >> 1)],
  'all but the last byte': ['DAMAGED', (file) => file.subarray(0, -1)],
  'truncated JSON': ['DAMAGED', changeText(() => '{"asset":{"version":"2.0"},')],
  'JSON that is not UTF-8': ['DAMAGED', changeBytes((file) => file.writeUInt8(0xff, 22))],
  'a JSON chunk of 4 GB': ['DAMAGED', changeBytes((file) => file.writeUInt32LE(0xfffffff0, 12))],
  'a list instead of a document': ['DAMAGED', changeText(() => '[]')],
  'null instead of a document': ['DAMAGED', changeText(() => 'null')],
  'version 1 of glTF': ['UNSUPPORTED', assignAt('/asset', { version: '1.0' })],
  'no asset': ['DAMAGED', assignAt('', { asset: undefined })],
  'JSON nested 200,000 deep': [
    'DAMAGED',
    changeText((json) => json.replace('{', `{"extras":${'['.repeat(200_000)}${']'.repeat(200_000)},`)),
  ],
  'a string instead of nodes': ['DAMAGED', assignAt('', { nodes: 'many' })],
  'a node that is null': ['DAMAGED', assignAt('/nodes', { 0: null })],
  'a missing scene': ['DAMAGED', assignAt('', { scene: 44 })],
  'no scene': ['UNSUPPORTED', assignAt('', { scenes: undefined })],
  '30,000 nodes': [
    'TOO_LARGE',
    changeDocument(({ nodes, scenes }) => {
      for (let i = 0; i < 30_000; i += 1) scenes[0]!.nodes.push(nodes.push({ name: '' }) - 1);
    }),
  ],
  'a mesh of 500 primitives at 100 nodes': [
    'TOO_LARGE',
    changeDocument(({ nodes, scenes, meshes }) => {
      const { primitives } = meshes[0]!;
      while (primitives.length < 500) primitives.push(primitives[0]!);
      for (let i = 0; i < 100; i += 1) scenes[0]!.nodes.push(nodes.push({ name: '', mesh: 0 }) - 1);
    }),
  ],
  'primitives of 200 morph targets at 100 nodes': [
    'TOO_LARGE',
    changeDocument(({ nodes, scenes, meshes }) => {
      Object.assign(meshes[0]!.primitives[0]!, { targets: Array(200).fill({ POSITION: 0 }) });
      for (let i = 0; i < 100; i += 1) scenes[0]!.nodes.push(nodes.push({ name: '', mesh: 0 }) - 1);
    }),
  ],
  'nodes nested 5,000 levels deep': [
    'TOO_LARGE',
    changeDocument(({ nodes, scenes }) => {
      scenes[0]!.nodes.push(nodes.length);
      for (let i = 0; i < 5_000; i += 1) nodes.push({ name: '', children: [nodes.length + 1] });
      nodes.push({ name: 'deepest' });
    }),
  ],
  'a missing child node': ['DAMAGED', assignAt('/nodes/0', { children: [9999] })],
  'nodes in a circle': ['DAMAGED', assignAt('/nodes/1', { children: [0] })],
  'a node below itself': ['DAMAGED', assignAt('/nodes/4', { children: [4] })],
  'a node with two parents': ['DAMAGED', assignAt('/nodes', { 5: { name: 'thief', children: [1] } })],
  'an infinite size': [
    'DAMAGED',
    changeText((json) => json.replace('"name":"Root"', '"name":"Root","scale":[1e400,1,1]')),
  ],
  'nested scales that multiply to infinity': [
    'DAMAGED',
    changeDocument(({ nodes }) => {
      for (const node of nodes) node.scale = [1e300, 1e300, 1e300];
    }),
  ],
  'an unknown extension that it requires': [
    'UNSUPPORTED',
    assignAt('', { extensionsRequired: ['X_none'], extensionsUsed: ['X_none'] }),
  ],
  'geometry only in an unknown extension': [
    'UNSUPPORTED',
    changeDocument(({ accessors, meshes }) => {
      const primitive = meshes[0]!.primitives[0]!;
      delete accessors[primitive.attributes.POSITION!]!.bufferView;
      Object.assign(primitive, { extensions: { X_splats: {} } });
    }),
  ],
  'textures that only GPUs can decode': [
    'UNSUPPORTED',
    assignAt('', {
      extensionsRequired: ['KHR_texture_basisu'],
      extensionsUsed: ['KHR_texture_basisu'],
      textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    }),
  ],
};
