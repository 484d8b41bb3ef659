import type { ClipInfo } from '../../link/runtime-link.ts';
import type { Clip } from './clips/clip.ts';

export const toClipRecord = ({ name, duration, markers, tracks }: Clip): ClipInfo => ({
  name,
  duration,
  markers: markers.map((marker) => ({ name: marker.name, position: marker.position })),
  tracks: tracks.map(({ target, component, property, type, keys }) => ({
    ...{ target, component, property, type },
    interpolation: keys.interpolation,
    keys: keys.times.length,
  })),
});
