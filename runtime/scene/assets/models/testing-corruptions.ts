/** All corruptions for which a model file must be rejected. */
import { contentCorruptions } from './testing-content-corruptions.ts';
import { structureCorruptions } from './testing-structure-corruptions.ts';
import { assignAt, type Corruptions } from './testing-corruption-operators.ts';

/** Returns corruptions that refer to data outside of the file. The test detects requests to `url`. */
const createExternalReferences = (url: string): Corruptions => ({
  'a buffer on the network': ['OUTSIDE', assignAt('/buffers/0', { uri: url })],
  'an image on the network': ['OUTSIDE', assignAt('/images', { 0: { uri: url } })],
  'an image at a protocol-relative URL': [
    'OUTSIDE',
    assignAt('/images', { 0: { uri: url.replace('http:', '') } }),
  ],
  'a buffer elsewhere on the disk': ['OUTSIDE', assignAt('/buffers/0', { uri: '../../../../etc/hostname' })],
  'the same path, percent-encoded': [
    'OUTSIDE',
    assignAt('/buffers/0', { uri: '%2e%2e/%2e%2e/etc/hostname' }),
  ],
  'a buffer at an absolute path': ['OUTSIDE', assignAt('/buffers/0', { uri: '/etc/hostname' })],
  'a buffer with a file: URL': ['OUTSIDE', assignAt('/buffers/0', { uri: 'file:///etc/hostname' })],
  'data that is only base64 padding': [
    'DAMAGED',
    assignAt('/images', { 0: { uri: `data:image/png;base64,${'='.repeat(1_000_000)}!` } }),
  ],
  'data that is not base64': ['DAMAGED', assignAt('/images', { 0: { uri: 'data:image/png;base64,!!!!' } })],
});

/** Returns all corruptions. The test detects requests to `url`. */
export const createCorruptions = (url: string): Corruptions => ({
  ...structureCorruptions,
  ...contentCorruptions,
  ...createExternalReferences(url),
});
