import { light as kind } from '../scene/components/light.ts';
import { at, partOf } from '../scene/components/properties.ts';
import { exchange } from '../scene/property.ts';
import { towards } from '../scene/tweens/course.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ValuesOf } from '../scene/components/slots.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { World } from '../world.ts';
import type { Bodies } from './body.ts';

const intensityOf = at(kind, 'intensity');
const colorOf = at(kind, 'color');
const rangeOf = at(kind, 'range');
const angleOf = at(kind, 'spotAngle');

const valuesOf = (object: SceneObject) =>
  partOf(object, kind.name).values as unknown as ValuesOf<typeof kind.slots>;

/** An object that has a light. @throws Fault OBJECT_NOT_FOUND or COMPONENT_NOT_FOUND */
const lightAt = (tag: string, { scene }: World): SceneObject => {
  const object = scene.get(tag);
  partOf(object, kind.name);
  return object;
};

export const light = {
  list: (_, { scene }) => ({
    lights: scene
      .list()
      .filter(({ parts }) => parts.has(kind.name))
      .map((object) => ({
        object: object.tag,
        ...valuesOf(object),
        enabled: partOf(object, kind.name).enabled,
      })),
  }),
  setColor: ({ light: tag, color: { r, g, b } }, world) =>
    exchange(lightAt(tag, world), colorOf, { r, g, b, a: 1 }),
  setIntensity: ({ light: tag, intensity, time }, world) => {
    const object = lightAt(tag, world);
    const name = 'Light.intensity';
    world.tweens.cancel({ object, name }, false);
    if (time === 0) return exchange(object, intensityOf, intensity);
    const course = towards(object, intensityOf, intensity);
    world.tweens.start({ object, name, course, time, ease: 'linear', delay: 0, loops: 0, yoyo: false });
    return { previous: intensityOf.read(object) };
  },
  setRange: ({ light: tag, range, spotAngle }, world) => {
    const object = lightAt(tag, world);
    const previous = { range: rangeOf.read(object), spotAngle: angleOf.read(object) };
    if (range !== undefined) rangeOf.write(object, range);
    if (spotAngle !== undefined) angleOf.write(object, spotAngle);
    return { previous };
  },
  setShadows: ({ light: tag, mode }, world) => {
    const object = lightAt(tag, world);
    const { shadows: previous } = valuesOf(object);
    partOf(object, kind.name).write('shadows', mode);
    return { previous };
  },
} satisfies Bodies<Actions['light']>;
