/** Everything that the file of a model can be refused for. */
import { contentDamages } from './testing-damage-content.ts';
import { structureDamages } from './testing-damage-structure.ts';
import { toDocument } from './testing-operators.ts';
import type { Damages } from './testing-operators.ts';

/** Names of what is not in the file. `url` is where a request would be noticed. */
const namesOutside = (url: string): Damages => ({
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
  'data of nothing but what fills up base64': [
    'DAMAGED',
    toDocument(({ images }) =>
      Object.assign(images, { 0: { uri: `data:image/png;base64,${'='.repeat(1_000_000)}!` } }),
    ),
  ],
  'data that are no base64': [
    'DAMAGED',
    toDocument(({ images }) => Object.assign(images, { 0: { uri: 'data:image/png;base64,!!!!' } })),
  ],
});

/** Every damage. `url` is where a request would be noticed. */
export const damages = (url: string): Damages => ({
  ...structureDamages,
  ...contentDamages,
  ...namesOutside(url),
});
