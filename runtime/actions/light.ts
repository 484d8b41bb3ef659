import { lightComponent as kind } from '../scene/components/light-component.ts';
import { getComponentProperty, getComponentOfType } from '../scene/components/component-properties.ts';
import { swapValue } from '../scene/property.ts';
import { createPropertyInterpolator } from '../scene/tweens/interpolators.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

const intensityProperty = getComponentProperty(kind, 'intensity');
const colorProperty = getComponentProperty(kind, 'color');
const rangeProperty = getComponentProperty(kind, 'range');
const spotAngleProperty = getComponentProperty(kind, 'spotAngle');

export const lightHandlers = {
  list: (_, { scene }) => ({
    lights: scene
      .list()
      .filter(({ components }) => components.has(kind.name))
      .map((object) => ({
        object: object.tag,
        ...getComponentOfType(object, kind).values,
        enabled: getComponentOfType(object, kind).enabled,
      })),
  }),
  setColor: ({ light: tag, color: { r, g, b } }, { scene }) =>
    swapValue(scene.get(tag), colorProperty, { r, g, b, a: 1 }),
  setIntensity: ({ light: tag, intensity, time }, { scene, tweens }) => {
    const object = scene.get(tag);
    const previous = intensityProperty.read(object);
    const name = 'Light.intensity';
    if (time === 0) {
      tweens.cancel({ object, name }, false);
      intensityProperty.write(object, intensity);
    } else {
      const interpolator = createPropertyInterpolator(object, intensityProperty, intensity);
      tweens.start({
        object,
        name,
        interpolator,
        time,
        ease: 'linear',
        delay: 0,
        loops: 0,
        yoyo: false,
      });
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
    const part = getComponentOfType(scene.get(tag), kind);
    const { shadows: previous } = part.values;
    part.write('shadows', mode);
    return { previous };
  },
} satisfies ActionHandlers<Actions['light']>;
