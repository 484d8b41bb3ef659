import { ApiError } from '#spec/errors.ts';
import { parseSavedMaterial as savedMaterial } from '../scene/assets/prefab.ts';
import { parsePropertyValues } from '../scene/components/property-schema.ts';
import { getMaterial } from '../scene/components/component-properties.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Color, Json, PortType } from '#spec/values.ts';
import type { Material } from '../scene/materials/material.ts';
import type { ActionHandlers } from '../runtime-services.ts';

/** Writes a material property of one of these types, and returns its previous value. */
const exchangeMaterialProperty = (
  material: Material,
  property: string,
  value: Json,
  types: readonly PortType[],
): { previous: Json } => {
  const { [property]: accepted = null } = parsePropertyValues(material.shader.schema, { [property]: value });
  const { type } = material.shader.schema[property] ?? {};
  if (!types.some((candidate) => candidate === type)) {
    throw new ApiError(
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
    const { shader, values } = getMaterial(scene.get(object), index);
    return { shader: shader.name, properties: { ...values } };
  },
  setFloat: ({ object, property, value, index }, { scene }) => {
    const { previous } = exchangeMaterialProperty(getMaterial(scene.get(object), index), property, value, [
      'Float',
      'Integer',
    ]);
    return { previous: Number(previous) };
  },
  setVector: ({ object, property, value, index }, { scene }) =>
    exchangeMaterialProperty(getMaterial(scene.get(object), index), property, value, ['Vector3', 'Color']),
  assign: ({ object: tag, asset, index }, { scene, assets }) => {
    const object = scene.get(tag);
    const { shader, values } = getMaterial(object, index);
    const next = savedMaterial(asset, assets.getContent(asset, 'material').document);
    object.setMaterial(index, next.shader, next.values);
    return { previous: { shader: shader.name, properties: { ...values } } };
  },
  setTexture: ({ object, property, asset, index }, { scene, assets }) => {
    const material = getMaterial(scene.get(object), index);
    assets.assertAvailable(asset, 'image');
    return {
      previous: String(exchangeMaterialProperty(material, property, asset, ['AssetSelector']).previous),
    };
  },
  setEmission: ({ object, color, intensity, index }, { scene }) => {
    const material = getMaterial(scene.get(object), index);
    parsePropertyValues(material.shader.schema, { emission: color, emissionIntensity: intensity });
    const previous = {
      color: material.values.emission as Color,
      intensity: Number(material.values.emissionIntensity),
    };
    material.write('emission', color);
    material.write('emissionIntensity', intensity);
    return { previous };
  },
} satisfies ActionHandlers<Actions['material']>;
