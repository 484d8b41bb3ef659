import { Fault } from '#spec/errors.ts';
import { materialOf as savedMaterial } from '../scene/assets/cast.ts';
import { acceptedBy } from '../scene/components/accepted.ts';
import { materialOf } from '../scene/components/properties.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Color, Json, PortType } from '#spec/values.ts';
import type { Material } from '../scene/materials/material.ts';
import type { ActionHandlers } from './action-handler.ts';

/** Writes a property of a material that is of one of these types; answers what it was. */
const exchangeMaterialProperty = (
  material: Material,
  property: string,
  value: Json,
  types: readonly PortType[],
): { previous: Json } => {
  const { [property]: accepted = null } = acceptedBy(material.shader.slots, { [property]: value });
  const { type } = material.shader.slots[property] ?? {};
  if (!types.some((one) => one === type)) {
    throw new Fault(
      'INVALID_VALUE',
      `'${property}' of the shader ${material.shader.name} is of type ${type}.`,
      {
        ...{ property, type, expected: types },
      },
    );
  }
  const previous = material.values[property] ?? null;
  material.write(property, accepted);
  return { previous };
};

export const materialHandlers = {
  get: ({ object, index }, { scene }) => {
    const { shader, values } = materialOf(scene.get(object), index);
    return { shader: shader.name, properties: { ...values } };
  },
  setFloat: ({ object, property, value, index }, { scene }) => {
    const { previous } = exchangeMaterialProperty(materialOf(scene.get(object), index), property, value, [
      'Float',
      'Integer',
    ]);
    return { previous: Number(previous) };
  },
  setVector: ({ object, property, value, index }, { scene }) =>
    exchangeMaterialProperty(materialOf(scene.get(object), index), property, value, ['Vector3', 'Color']),
  assign: ({ object: tag, asset, index }, { scene, assets }) => {
    const object = scene.get(tag);
    const { shader, values } = materialOf(object, index);
    const next = savedMaterial(asset, assets.contentOf(asset, 'material').document);
    object.paint(index, next.shader, next.values);
    return { previous: { shader: shader.name, properties: { ...values } } };
  },
  setTexture: ({ object, property, asset, index }, { scene, assets }) => {
    const held = materialOf(scene.get(object), index);
    assets.expect(asset, 'image');
    return { previous: String(exchangeMaterialProperty(held, property, asset, ['AssetSelector']).previous) };
  },
  setEmission: ({ object, color, intensity, index }, { scene }) => {
    const material = materialOf(scene.get(object), index);
    acceptedBy(material.shader.slots, { emission: color, emissionIntensity: intensity });
    const previous = {
      color: material.values.emission as Color,
      intensity: Number(material.values.emissionIntensity),
    };
    material.write('emission', color);
    material.write('emissionIntensity', intensity);
    return { previous };
  },
} satisfies ActionHandlers<Actions['material']>;
