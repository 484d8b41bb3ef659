import {
  AdditiveBlending,
  BackSide,
  Color,
  DoubleSide,
  LineBasicMaterial,
  MeshBasicMaterial,
  MeshPhongMaterial,
  MeshStandardMaterial,
  PointsMaterial,
  SpriteMaterial,
  Texture,
} from 'three';
import { type Surface, surfaceField, surfaceKind, surfaceSide } from '../../../kernels/rasterizer/surface.ts';
import type { Material } from 'three';

const white = new Color(1, 1, 1);

/** The properties that many three.js materials have in common without a common base class. */
interface MaterialFields {
  readonly color?: unknown;
  readonly emissive?: unknown;
  readonly emissiveIntensity?: number;
  readonly flatShading?: boolean;
  readonly fog?: boolean;
  readonly map?: unknown;
  readonly metalness?: number;
  readonly roughness?: number;
  readonly size?: number;
  readonly sizeAttenuation?: boolean;
}

const getSurfaceKind = (material: Material): Surface['kind'] => {
  if (material instanceof MeshStandardMaterial) return surfaceKind.physical;
  if (material instanceof MeshPhongMaterial) return surfaceKind.shiny;
  const unlit =
    material instanceof MeshBasicMaterial ||
    material instanceof LineBasicMaterial ||
    material instanceof PointsMaterial ||
    material instanceof SpriteMaterial;
  return unlit ? surfaceKind.unlit : surfaceKind.matte;
};

const getSurfaceSide = (material: Material): Surface['side'] => {
  if (material instanceof SpriteMaterial || material.side === DoubleSide) return surfaceSide.double;
  return material.side === BackSide ? surfaceSide.back : surfaceSide.front;
};

/** Returns the color texture of a material. */
export const getMap = (material: Material): Texture | undefined => {
  const { map }: MaterialFields = material as MaterialFields;
  return map instanceof Texture ? map : undefined;
};

/**
 * Writes the appearance of a material in the layout of `surfaceField`. A custom material, such as one with its own
 * shaders, is drawn matte in its `color`, or in white.
 * @param texture the index of the material's texture in the frame; -1 for a material without a texture
 */
export const describeSurface = (material: Material, texture: number, to: Float64Array, at: number): void => {
  const fields: MaterialFields = material as MaterialFields;
  const write = (field: number, value: number): void => {
    to[at + field] = value;
  };
  const writeColor = (field: number, color: Color, factor: number): void => {
    write(field, color.r * factor);
    write(field + 1, color.g * factor);
    write(field + 2, color.b * factor);
  };
  const kind = getSurfaceKind(material);
  write(surfaceField.kind, kind);
  write(surfaceField.side, getSurfaceSide(material));
  writeColor(surfaceField.red, fields.color instanceof Color ? fields.color : white, 1);
  write(surfaceField.opacity, material.opacity);
  write(surfaceField.transparent, Number(material.transparent));
  write(surfaceField.additive, Number(material.blending === AdditiveBlending));
  write(surfaceField.alphaTest, material.alphaTest);
  write(surfaceField.depthTest, Number(material.depthTest));
  write(surfaceField.depthWrite, Number(material.depthWrite));
  if (fields.emissive instanceof Color) {
    writeColor(surfaceField.emissiveRed, fields.emissive, fields.emissiveIntensity ?? 1);
  }
  if (material instanceof MeshPhongMaterial) {
    writeColor(surfaceField.specularRed, material.specular, 1);
    write(surfaceField.shininess, material.shininess);
  }
  write(surfaceField.roughness, kind === surfaceKind.physical ? (fields.roughness ?? 1) : 1);
  write(surfaceField.metalness, kind === surfaceKind.physical ? (fields.metalness ?? 0) : 0);
  write(surfaceField.flat, Number(fields.flatShading ?? false));
  write(surfaceField.vertexColors, Number(material.vertexColors));
  write(surfaceField.fog, Number(fields.fog ?? true));
  write(surfaceField.texture, texture);
  write(surfaceField.pointSize, fields.size ?? 1);
  write(surfaceField.pointShrinks, Number(fields.sizeAttenuation ?? false));
};
