/** Everything that the file of a model can be refused for. */
import { contentCorruptions } from './testing-content-corruptions.ts';
import { structureCorruptions } from './testing-structure-corruptions.ts';
import { changeDocument } from './testing-corruption-operators.ts';
import type { Corruptions } from './testing-corruption-operators.ts';

/** Names of what is not in the file. `url` is where a request would be noticed. */
const createExternalReferences = (url: string): Corruptions => ({
  'a buffer on the network': [
    'OUTSIDE',
    changeDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: url })),
  ],
  'an image on the network': [
    'OUTSIDE',
    changeDocument(({ images }) => Object.assign(images, { 0: { uri: url } })),
  ],
  'an image under the same protocol': [
    'OUTSIDE',
    changeDocument(({ images }) => Object.assign(images, { 0: { uri: url.replace('http:', '') } })),
  ],
  'a buffer somewhere on the disk': [
    'OUTSIDE',
    changeDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: '../../../../etc/hostname' })),
  ],
  'the same in disguise': [
    'OUTSIDE',
    changeDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: '%2e%2e/%2e%2e/etc/hostname' })),
  ],
  'a buffer from the root of the disk': [
    'OUTSIDE',
    changeDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: '/etc/hostname' })),
  ],
  'a buffer under the scheme of files': [
    'OUTSIDE',
    changeDocument(({ buffers }) => Object.assign(buffers[0]!, { uri: 'file:///etc/hostname' })),
  ],
  'data of nothing but what fills up base64': [
    'DAMAGED',
    changeDocument(({ images }) =>
      Object.assign(images, { 0: { uri: `data:image/png;base64,${'='.repeat(1_000_000)}!` } }),
    ),
  ],
  'data that are no base64': [
    'DAMAGED',
    changeDocument(({ images }) => Object.assign(images, { 0: { uri: 'data:image/png;base64,!!!!' } })),
  ],
});

/** Every damage. `url` is where a request would be noticed. */
export const createCorruptions = (url: string): Corruptions => ({
  ...structureCorruptions,
  ...contentCorruptions,
  ...createExternalReferences(url),
});
