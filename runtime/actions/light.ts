import { light as kind } from '../scene/components/light.ts';
import { at, partOfKind } from '../scene/components/properties.ts';
import { exchange } from '../scene/property.ts';
import { towards } from '../scene/tweens/course.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from './action-handler.ts';

const intensityProperty = at(kind, 'intensity');
const colorProperty = at(kind, 'color');
const rangeProperty = at(kind, 'range');
const spotAngleProperty = at(kind, 'spotAngle');

export const lightHandlers = {
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
    exchange(scene.get(tag), colorProperty, { r, g, b, a: 1 }),
  setIntensity: ({ light: tag, intensity, time }, { scene, tweens }) => {
    const object = scene.get(tag);
    const previous = intensityProperty.read(object);
    const name = 'Light.intensity';
    if (time === 0) {
      tweens.cancel({ object, name }, false);
      intensityProperty.write(object, intensity);
    } else {
      const course = towards(object, intensityProperty, intensity);
      tweens.start({ object, name, course, time, ease: 'linear', delay: 0, loops: 0, yoyo: false });
    }
    return { previous };
  },
  setRange: ({ light: tag, range, spotAngle }, { scene }) => {
    const object = scene.get(tag);
    const previous = { range: rangeProperty.read(object), spotAngle: spotAngleProperty.read(object) };
    if (range !== undefined) rangeProperty.write(object, range);
    if (spotAngle !== undefined) spotAngleProperty.write(object, spotAngle);
    return { previous };
  },
  setShadows: ({ light: tag, mode }, { scene }) => {
    const part = partOfKind(scene.get(tag), kind);
    const { shadows: previous } = part.values;
    part.write('shadows', mode);
    return { previous };
  },
} satisfies ActionHandlers<Actions['light']>;
