import { kind } from './kind.ts';
import { asset, boolean, float } from './slots.ts';

export const audioSource = kind({
  name: 'AudioSource',
  description: 'Plays a sound of the assets from its object',
  slots: {
    asset: asset('Sound that it plays; empty for none'),
    playOnStart: boolean(
      true,
      'Whether it plays as soon as it can: when it comes, is enabled, or gets its sound',
    ),
    loop: boolean(false, 'Whether the sound begins again at its end; counts from the next start on'),
    volume: float(1, 'Volume, 0 to 1', { minimum: 0, maximum: 1 }),
    pitch: float(1, 'Factor of speed and pitch', { minimum: 0.01, maximum: 100 }),
    spatial: boolean(true, 'Whether it is heard from where the object is'),
  },
});
