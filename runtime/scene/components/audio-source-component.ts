import { defineComponent } from './component-type.ts';
import { assetProperty, booleanProperty, floatProperty } from './property-schema.ts';

export const audioSourceComponent = defineComponent({
  name: 'AudioSource',
  description: 'Plays a sound asset at the position of its object',
  schema: {
    asset: assetProperty('Sound asset; empty for none'),
    playOnStart: booleanProperty(
      true,
      'Whether it plays automatically: when it is added, is enabled, or gets its sound',
    ),
    loop: booleanProperty(false, 'Whether the sound loops; takes effect at the next start'),
    volume: floatProperty(1, 'Volume, 0 to 1', { minimum: 0, maximum: 1 }),
    pitch: floatProperty(1, 'Factor of speed and pitch', { minimum: 0.01, maximum: 100 }),
    spatial: booleanProperty(true, 'Whether it is heard from the position of the object'),
  },
});
