/** Ways to damage the file of a model that is intact: textured, skinned, with clips. */
import { readFileSync } from 'node:fs';

const assets = new URL('../../../../fixtures/projects/', import.meta.url);

/** A file of the fixtures' projects. */
export const fixture = (path: string): Uint8Array => readFileSync(new URL(path, assets));

export const sunflower = (): Uint8Array => fixture('demo/assets/sunflower.glb');

interface View {
  buffer: number;
  byteOffset?: number;
  byteLength: number;
}

interface Accessor {
  bufferView?: number;
  byteOffset?: number;
  count: number;
  type: string;
  componentType: number;
}

/** As much of glTF as the intact file has, for whoever changes it. */
export interface Document {
  asset: { version: string; minVersion?: string };
  extensionsUsed?: string[];
  extensionsRequired?: string[];
  scene: number;
  scenes: { nodes: number[] }[];
  nodes: {
    name: string;
    children?: number[];
    mesh?: number;
    skin?: number;
    scale?: number[];
    extras?: unknown;
  }[];
  meshes: { primitives: { attributes: Record<string, number>; indices: number; material: number }[] }[];
  materials: object[];
  skins: { joints: number[]; inverseBindMatrices: number }[];
  accessors: Accessor[];
  bufferViews: View[];
  buffers: { uri?: string; byteLength: number }[];
  textures: { source?: number; extensions?: object }[];
  images: { bufferView?: number; mimeType?: string; uri?: string }[];
  animations: {
    channels: { sampler: number; target: { node: number; path: string } }[];
    samplers: { input: number; output: number; interpolation?: string }[];
  }[];
}

interface Parts {
  readonly document: Document;
  readonly binary: Buffer;
}

export const open = (file: Uint8Array): Parts => {
  const bytes = Buffer.from(file);
  const length = bytes.readUInt32LE(12);
  return {
    document: JSON.parse(bytes.toString('utf8', 20, 20 + length)) as Document,
    binary: bytes.subarray(28 + length),
  };
};

/** A GLB file with whatever stands for its JSON. */
export const close = (json: unknown, binary: Uint8Array): Buffer => {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  const padded = text.padEnd(
    Math.ceil(Buffer.byteLength(text) / 4) * 4 - Buffer.byteLength(text) + text.length,
  );
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data]);
  };
  const chunks = Buffer.concat([chunk('JSON', Buffer.from(padded)), chunk('BIN\0', binary)]);
  const head = Buffer.alloc(12);
  head.write('glTF', 0, 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.length, 8);
  return Buffer.concat([head, chunks]);
};

/** Where the values of an accessor begin. */
const startOf = ({ accessors, bufferViews }: Document, index: number): number => {
  const accessor = accessors[index]!;
  return (bufferViews[accessor.bufferView!]!.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
};

const positionsOf = ({ meshes }: Document): number => meshes[0]!.primitives[0]!.attributes.POSITION!;

const imageRange = ({ bufferViews, images }: Document): [number, number] => {
  const { byteOffset = 0, byteLength } = bufferViews[images[0]!.bufferView!]!;
  return [byteOffset, byteOffset + byteLength];
};

type Damage = (file: Buffer) => Uint8Array;

const toBytes =
  (change: (file: Buffer) => unknown): Damage =>
  (file) => {
    change(file);
    return file;
  };

const toDocument =
  (change: (document: Document) => unknown): Damage =>
  (file) => {
    const { document, binary } = open(file);
    change(document);
    return close(document, binary);
  };

const toBinary =
  (change: (binary: Buffer, document: Document) => unknown): Damage =>
  (file) => {
    const { document, binary } = open(file);
    change(binary, document);
    return close(document, binary);
  };

const toText =
  (change: (json: string) => string): Damage =>
  (file) => {
    const { document, binary } = open(file);
    return close(change(JSON.stringify(document)), binary);
  };

const clipOf = ({ animations }: Document): Document['animations'][number] => animations[0]!;

/** Every damage with the problem that it is refused for. `url` is where a request would be noticed. */
export const damages = (url: string): Record<string, readonly [problem: string, damage: Damage]> => ({
  'nothing at all': ['NOT_THIS_KIND', () => new Uint8Array()],
  'eleven bytes': ['DAMAGED', (file) => file.subarray(0, 11)],
  'another first byte': ['NOT_THIS_KIND', toBytes((file) => file.writeUInt8(88, 0))],
  'version 3 of the container': ['UNSUPPORTED', toBytes((file) => file.writeUInt32LE(3, 4))],
  'a length that is too long': ['DAMAGED', toBytes((file) => file.writeUInt32LE(file.length * 2, 8))],
  'a length that is too short': ['DAMAGED', toBytes((file) => file.writeUInt32LE(file.length - 4, 8))],
  'half of the file': ['DAMAGED', (file) => file.subarray(0, file.length >> 1)],
  'all but the last byte': ['DAMAGED', (file) => file.subarray(0, -1)],
  'more behind its end': ['DAMAGED', (file) => Buffer.concat([file, Buffer.alloc(8)])],
  'JSON that breaks off': ['DAMAGED', toText(() => '{"asset":{"version":"2.0"},')],
  'JSON that is not UTF-8': ['DAMAGED', toBytes((file) => file.writeUInt8(0xff, 22))],
  'a JSON chunk of 4 GB': ['DAMAGED', toBytes((file) => file.writeUInt32LE(0xfffffff0, 12))],
  'a list for a document': ['DAMAGED', toText(() => '[]')],
  'null for a document': ['DAMAGED', toText(() => 'null')],
  'version 1 of glTF': ['DAMAGED', toDocument(({ asset }) => Object.assign(asset, { version: '1.0' }))],
  'no asset': ['DAMAGED', toDocument((document) => Reflect.deleteProperty(document, 'asset'))],
  'JSON nested 200,000 deep': [
    'DAMAGED',
    toText((json) => json.replace('{', `{"extras":${'['.repeat(200_000)}${']'.repeat(200_000)},`)),
  ],
  'nodes that are a text': ['DAMAGED', toDocument((document) => Object.assign(document, { nodes: 'many' }))],
  'a node that is null': ['DAMAGED', toDocument(({ nodes }) => Object.assign(nodes, { 0: null }))],
  'a scene that is not there': ['DAMAGED', toDocument((document) => Object.assign(document, { scene: 44 }))],
  'no scene': ['UNSUPPORTED', toDocument((document) => Reflect.deleteProperty(document, 'scenes'))],
  'an accessor of no view': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { bufferView: 9999 })),
  ],
  'a count of four thousand million': [
    'TOO_LARGE',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { count: 4e9 })),
  ],
  'such a count of zeros without bytes': [
    'TOO_LARGE',
    toDocument((document) => {
      const accessor = document.accessors[positionsOf(document)]!;
      Reflect.deleteProperty(accessor, 'bufferView');
      accessor.count = 4e9;
    }),
  ],
  'a count past the view': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { count: 10_000 })),
  ],
  'a negative count': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { count: -5 })),
  ],
  'an unknown component type': [
    'DAMAGED',
    toDocument((document) => Object.assign(document.accessors[positionsOf(document)]!, { componentType: 7 })),
  ],
  'a view past its buffer': [
    'DAMAGED',
    toDocument(({ bufferViews }) => Object.assign(bufferViews[0]!, { byteOffset: 1e8 })),
  ],
  'a buffer longer than its bytes': [
    'DAMAGED',
    toDocument(({ buffers }) => Object.assign(buffers[0]!, { byteLength: 1e6 })),
  ],
  '20,000 views of everything': [
    'TOO_LARGE',
    toDocument(({ bufferViews, buffers }) => {
      const all = { buffer: 0, byteOffset: 0, byteLength: buffers[0]!.byteLength };
      for (let i = 0; i < 20_000; i += 1) bufferViews.push(all);
    }),
  ],
  '30,000 nodes': [
    'TOO_LARGE',
    toDocument(({ nodes, scenes }) => {
      for (let i = 0; i < 30_000; i += 1) scenes[0]!.nodes.push(nodes.push({ name: '' }) - 1);
    }),
  ],
  'a mesh of 500 parts at 100 nodes': [
    'TOO_LARGE',
    toDocument(({ nodes, scenes, meshes }) => {
      const { primitives } = meshes[0]!;
      while (primitives.length < 500) primitives.push(primitives[0]!);
      for (let i = 0; i < 100; i += 1) scenes[0]!.nodes.push(nodes.push({ name: '', mesh: 0 }) - 1);
    }),
  ],
  'nodes 5,000 deep': [
    'TOO_LARGE',
    toDocument(({ nodes, scenes }) => {
      scenes[0]!.nodes.push(nodes.length);
      for (let i = 0; i < 5_000; i += 1) nodes.push({ name: '', children: [nodes.length + 1] });
      nodes.push({ name: 'deepest' });
    }),
  ],
  'a child that is not there': [
    'DAMAGED',
    toDocument(({ nodes }) => Object.assign(nodes[0]!, { children: [9999] })),
  ],
  'nodes in a circle': [
    'DAMAGED',
    toDocument(({ nodes }) => {
      const parent = nodes.findIndex(({ children }) => children);
      nodes[nodes[parent]!.children![0]!]!.children = [parent];
    }),
  ],
  'a node below itself': [
    'DAMAGED',
    toDocument(({ nodes }) => {
      const flower = nodes.findIndex(({ name }) => name === 'Sunflower');
      nodes[flower]!.children = [flower];
    }),
  ],
  'a node with two parents': [
    'DAMAGED',
    toDocument(({ nodes }) => {
      const { children } = nodes.find((node) => node.children)!;
      nodes.push({ name: 'thief', children: children! });
    }),
  ],
  'a size without an end': [
    'DAMAGED',
    toText((json) => json.replace('"name":"Root"', '"name":"Root","scale":[1e400,1,1]')),
  ],
  'sizes that together have no end': [
    'DAMAGED',
    toDocument(({ nodes }) => {
      for (const node of nodes) node.scale = [1e300, 1e300, 1e300];
    }),
  ],
  'coordinates for joints, over which the validator stumbles': [
    'DAMAGED',
    toDocument(({ meshes }) => {
      const { attributes } = meshes[0]!.primitives[0]!;
      attributes.JOINTS_0 = attributes.TEXCOORD_0!;
    }),
  ],
  'keyframes that are not there': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).samplers[0]!, { input: 9999 })),
  ],
  'a sampler that is not there': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).channels[0]!, { sampler: 9999 })),
  ],
  'an animated node that is not there': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).channels[0]!.target, { node: 9999 })),
  ],
  'an unknown animated property': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).channels[0]!.target, { path: 'bogus' })),
  ],
  'an unknown interpolation': [
    'DAMAGED',
    toDocument((document) => Object.assign(clipOf(document).samplers[0]!, { interpolation: 'BOGUS' })),
  ],
  'times that decrease': [
    'DAMAGED',
    toBinary((binary, document) => {
      const at = startOf(document, clipOf(document).samplers[0]!.input);
      const first = binary.readFloatLE(at);
      binary.writeFloatLE(binary.readFloatLE(at + 8), at);
      binary.writeFloatLE(first, at + 8);
    }),
  ],
  'a time that is no number': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeFloatLE(Number.NaN, startOf(document, clipOf(document).samplers[0]!.input) + 4),
    ),
  ],
  'a position that is no number': [
    'DAMAGED',
    toBinary((binary, document) => binary.writeFloatLE(Number.NaN, startOf(document, positionsOf(document)))),
  ],
  'an infinite position': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeFloatLE(Number.POSITIVE_INFINITY, startOf(document, positionsOf(document)) + 4),
    ),
  ],
  'indices past the vertices': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeUInt16LE(60_000, startOf(document, document.meshes[0]!.primitives[0]!.indices)),
    ),
  ],
  'fewer values than keyframes': [
    'DAMAGED',
    toDocument((document) => {
      document.accessors[clipOf(document).samplers[0]!.output]!.count = 2;
    }),
  ],
  'a joint that is not there': [
    'DAMAGED',
    toDocument(({ skins }) => Object.assign(skins[0]!.joints, { 3: 9999 })),
  ],
  'vertices that follow no joint': [
    'DAMAGED',
    toBinary((binary, document) =>
      binary.writeUInt8(200, startOf(document, document.meshes[0]!.primitives[0]!.attributes.JOINTS_0!)),
    ),
  ],
  'fewer matrices than joints': [
    'DAMAGED',
    toDocument((document) => {
      document.accessors[document.skins[0]!.inverseBindMatrices]!.count = 1;
    }),
  ],
  'a material that is not there': [
    'DAMAGED',
    toDocument(({ meshes }) => Object.assign(meshes[0]!.primitives[0]!, { material: 5 })),
  ],
  'garbage for an image': [
    'NOT_THIS_KIND',
    toBinary((binary, document) => binary.fill(7, ...imageRange(document))),
  ],
  'half an image': [
    'DAMAGED',
    toDocument(({ bufferViews, images }) => {
      bufferViews[images[0]!.bufferView!]!.byteLength >>= 1;
    }),
  ],
  'an image of 30,000 by 30,000': [
    'TOO_LARGE',
    toBinary((binary, document) => {
      const [at] = imageRange(document);
      binary.writeUInt32BE(30_000, at + 16);
      binary.writeUInt32BE(30_000, at + 20);
    }),
  ],
  'an image that is not there': [
    'DAMAGED',
    toDocument(({ textures }) => Object.assign(textures[0]!, { source: 77 })),
  ],
  'an unknown extension that it requires': [
    'UNSUPPORTED',
    toDocument((document) =>
      Object.assign(document, { extensionsRequired: ['X_none'], extensionsUsed: ['X_none'] }),
    ),
  ],
  'Draco compression': [
    'UNSUPPORTED',
    toDocument((document) => {
      const name = 'KHR_draco_mesh_compression';
      Object.assign(document, { extensionsRequired: [name], extensionsUsed: [name] });
      const extensions = { [name]: { bufferView: 0, attributes: { POSITION: 0 } } };
      Object.assign(document.meshes[0]!.primitives[0]!, { extensions });
    }),
  ],
  'textures for graphics cards only': [
    'UNSUPPORTED',
    toDocument((document) => {
      const name = 'KHR_texture_basisu';
      Object.assign(document, { extensionsRequired: [name], extensionsUsed: [name] });
      document.textures[0] = { extensions: { [name]: { source: 0 } } };
    }),
  ],
  'a buffer on the network': [
    'OUTSIDE',
    toDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: url })),
  ],
  'an image on the network': [
    'OUTSIDE',
    toDocument(({ images }) => Object.assign(images, { 0: { uri: url } })),
  ],
  'an image under the same protocol': [
    'OUTSIDE',
    toDocument(({ images }) => Object.assign(images, { 0: { uri: url.replace('http:', '') } })),
  ],
  'a buffer somewhere on the disk': [
    'OUTSIDE',
    toDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: '../../../../etc/hostname' })),
  ],
  'the same in disguise': [
    'OUTSIDE',
    toDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: '%2e%2e/%2e%2e/etc/hostname' })),
  ],
  'a buffer from the root of the disk': [
    'OUTSIDE',
    toDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: '/etc/hostname' })),
  ],
  'a buffer under the scheme of files': [
    'OUTSIDE',
    toDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: 'file:///etc/hostname' })),
  ],
  'data that are no base64': [
    'DAMAGED',
    toDocument(({ images }) => Object.assign(images, { 0: { uri: 'data:image/png;base64,!!!!' } })),
  ],
});
