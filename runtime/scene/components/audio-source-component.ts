import { defineComponent } from './component-type.ts';
import { assetProperty, booleanProperty, floatProperty } from './property-schema.ts';

export const audioSourceComponent = defineComponent({
  name: 'AudioSource',
  description: 'Plays a sound of the assets from its object',
  schema: {
    asset: assetProperty('Sound that it plays; empty for none'),
    playOnStart: booleanProperty(
      true,
      'Whether it plays as soon as it can: when it comes, is enabled, or gets its sound',
    ),
    loop: booleanProperty(false, 'Whether the sound begins again at its end; counts from the next start on'),
    volume: floatProperty(1, 'Volume, 0 to 1', { minimum: 0, maximum: 1 }),
    pitch: floatProperty(1, 'Factor of speed and pitch', { minimum: 0.01, maximum: 100 }),
    spatial: booleanProperty(true, 'Whether it is heard from where the object is'),
  },
});
