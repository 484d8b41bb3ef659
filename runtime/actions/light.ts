import { light as kind } from '../scene/components/light.ts';
import { at, partOfKind } from '../scene/components/properties.ts';
import { exchange } from '../scene/property.ts';
import { towards } from '../scene/tweens/course.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

const intensityOf = at(kind, 'intensity');
const colorOf = at(kind, 'color');
const rangeOf = at(kind, 'range');
const angleOf = at(kind, 'spotAngle');

export const light = {
  list: (_, { scene }) => ({
    lights: scene
      .list()
      .filter(({ parts }) => parts.has(kind.name))
      .map((object) => ({
        object: object.tag,
        ...partOfKind(object, kind).values,
        enabled: partOfKind(object, kind).enabled,
      })),
  }),
  setColor: ({ light: tag, color: { r, g, b } }, { scene }) =>
    exchange(scene.get(tag), colorOf, { r, g, b, a: 1 }),
  setIntensity: ({ light: tag, intensity, time }, { scene, tweens }) => {
    const object = scene.get(tag);
    const previous = intensityOf.read(object);
    const name = 'Light.intensity';
    if (time === 0) {
      tweens.cancel({ object, name }, false);
      intensityOf.write(object, intensity);
    } else {
      const course = towards(object, intensityOf, intensity);
      tweens.start({ object, name, course, time, ease: 'linear', delay: 0, loops: 0, yoyo: false });
    }
    return { previous };
  },
  setRange: ({ light: tag, range, spotAngle }, { scene }) => {
    const object = scene.get(tag);
    const previous = { range: rangeOf.read(object), spotAngle: angleOf.read(object) };
    if (range !== undefined) rangeOf.write(object, range);
    if (spotAngle !== undefined) angleOf.write(object, spotAngle);
    return { previous };
  },
  setShadows: ({ light: tag, mode }, { scene }) => {
    const part = partOfKind(scene.get(tag), kind);
    const { shadows: previous } = part.values;
    part.write('shadows', mode);
    return { previous };
  },
} satisfies Bodies<Actions['light']>;
