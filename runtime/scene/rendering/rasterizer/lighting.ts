// biome-ignore-all lint/style/noNonNullAssertion: directions have three numbers
import { lightKind } from '../render-frame.ts';
import { surfaceKind } from '../surface.ts';
import type { RenderFrame, Light } from '../render-frame.ts';
import type { Surface } from '../surface.ts';

/** A lit point of a surface. */
export interface SurfacePoint {
  x: number;
  y: number;
  z: number;
  /** Unit normal on the visible side. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** Colour of the surface at the point. */
  red: number;
  green: number;
  blue: number;
}

/** Reflectance at normal incidence of everything that is not metal. */
const dielectricReflectance = 0.04;

const isShiny = ({ kind, roughness, metalness }: Surface): boolean =>
  kind === surfaceKind.shiny || (kind === surfaceKind.physical && (roughness < 1 || metalness > 0));

/** Attenuates a light with distance as three.js does: by a power, smoothly to 0 at its range. */
const getDistanceAttenuation = (distance: number, { decay, range }: Light): number => {
  const given = 1 / Math.max(distance ** decay, 0.01);
  if (range <= 0) return given;
  const share = Math.max(0, 1 - (distance / range) ** 4);
  return given * share * share;
};

/** Attenuates a spot light by the angle. */
const getSpotAttenuation = (cos: number, { coneCos, penumbraCos }: Light): number => {
  if (cos <= coneCos) return 0;
  if (cos >= penumbraCos) return 1;
  const share = (cos - coneCos) / (penumbraCos - coneCos);
  return share * share * (3 - 2 * share);
};

/**
 * Computes the specular reflection of a rough surface (GGX with Smith's correlated shadowing and Schlick's Fresnel),
 * without its colour.
 */
const getGgxSpecular = (roughness: number, toLight: number, toEye: number, toHalf: number): number => {
  const alpha = Math.max(roughness, 0.0525) ** 2;
  const squared = alpha * alpha;
  const light = toEye * Math.sqrt(squared + (1 - squared) * toLight * toLight);
  const eye = toLight * Math.sqrt(squared + (1 - squared) * toEye * toEye);
  const spread = toHalf * toHalf * (squared - 1) + 1;
  return ((0.5 / Math.max(light + eye, 1e-6)) * squared) / (Math.PI * spread * spread);
};

const getPhongSpecular = (shininess: number, toHalf: number): number =>
  (0.25 * (shininess * 0.5 + 1) * toHalf ** shininess) / Math.PI;

/** Lighting by the formulas of three.js, without shadows; metals reflect the ambient light. */
export const createLighting = ({ lights, view }: RenderFrame) => {
  const v = view.fromWorld;
  const eyeX = -(v[0]! * v[12]! + v[1]! * v[13]! + v[2]! * v[14]!);
  const eyeY = -(v[4]! * v[12]! + v[5]! * v[13]! + v[6]! * v[14]!);
  const eyeZ = -(v[8]! * v[12]! + v[9]! * v[13]! + v[10]! * v[14]!);
  const isLocal = ({ kind }: Light): boolean => kind === lightKind.point || kind === lightKind.spot;
  const around = lights.filter(({ kind }) => kind === lightKind.ambient || kind === lightKind.hemisphere);
  const direct = lights.filter((light) => !around.includes(light));
  const anyLocal = lights.some(isLocal);
  const result = new Float64Array(3);
  /** From the point to the current light. */
  const toward = { x: 0, y: 0, z: 0 };

  const addAround = (spot: SurfacePoint): void => {
    for (const { kind, color, ground, direction } of around) {
      const facing = spot.normalX * direction[0] + spot.normalY * direction[1] + spot.normalZ * direction[2];
      const sky = kind === lightKind.hemisphere ? 0.5 + 0.5 * facing : 1;
      result[0]! += (spot.red * (ground[0] + (color[0] - ground[0]) * sky)) / Math.PI;
      result[1]! += (spot.green * (ground[1] + (color[1] - ground[1]) * sky)) / Math.PI;
      result[2]! += (spot.blue * (ground[2] + (color[2] - ground[2]) * sky)) / Math.PI;
    }
  };

  /** @param given the light that falls on the spot, by share of the lamp's own. */
  const addHighlight = (
    spot: SurfacePoint,
    surface: Surface,
    { color }: Light,
    given: number,
    toLight: number,
  ): void => {
    let x = view.orthographic ? v[2]! : eyeX - spot.x;
    let y = view.orthographic ? v[6]! : eyeY - spot.y;
    let z = view.orthographic ? v[10]! : eyeZ - spot.z;
    const distance = Math.sqrt(x * x + y * y + z * z) || 1;
    x /= distance;
    y /= distance;
    z /= distance;
    const toEye = Math.max(0, spot.normalX * x + spot.normalY * y + spot.normalZ * z);
    const halfX = x + toward.x;
    const halfY = y + toward.y;
    const halfZ = z + toward.z;
    const length = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ) || 1;
    const toHalf = Math.max(0, (spot.normalX * halfX + spot.normalY * halfY + spot.normalZ * halfZ) / length);
    const grazing = (1 - Math.max(0, (x * halfX + y * halfY + z * halfZ) / length)) ** 5;
    const physical = surface.kind === surfaceKind.physical;
    const { metalness } = surface;
    const share =
      given *
      (physical
        ? getGgxSpecular(surface.roughness, toLight, toEye, toHalf)
        : getPhongSpecular(surface.shininess, toHalf));
    const plain = physical ? dielectricReflectance * (1 - metalness) : 0;
    const red = physical ? plain + spot.red * metalness : surface.specularRed;
    const green = physical ? plain + spot.green * metalness : surface.specularGreen;
    const blue = physical ? plain + spot.blue * metalness : surface.specularBlue;
    result[0]! += share * color[0] * (red + (1 - red) * grazing);
    result[1]! += share * color[1] * (green + (1 - green) * grazing);
    result[2]! += share * color[2] * (blue + (1 - blue) * grazing);
  };

  const addDirect = (spot: SurfacePoint, surface: Surface, light: Light, shiny: boolean): void => {
    let share = 1;
    if (isLocal(light)) {
      const x = light.position[0] - spot.x;
      const y = light.position[1] - spot.y;
      const z = light.position[2] - spot.z;
      const distance = Math.sqrt(x * x + y * y + z * z) || 1e-9;
      toward.x = x / distance;
      toward.y = y / distance;
      toward.z = z / distance;
      share = getDistanceAttenuation(distance, light);
    } else {
      toward.x = light.direction[0];
      toward.y = light.direction[1];
      toward.z = light.direction[2];
    }
    const toLight = spot.normalX * toward.x + spot.normalY * toward.y + spot.normalZ * toward.z;
    if (!(toLight > 0)) return;
    if (light.kind === lightKind.spot) {
      const [axisX, axisY, axisZ] = light.direction;
      share *= getSpotAttenuation(toward.x * axisX + toward.y * axisY + toward.z * axisZ, light);
    }
    if (!(share > 0)) return;
    const given = share * toLight;
    const dull = (given * (1 - surface.metalness)) / Math.PI;
    result[0]! += spot.red * light.color[0] * dull;
    result[1]! += spot.green * light.color[1] * dull;
    result[2]! += spot.blue * light.color[2] * dull;
    if (shiny) addHighlight(spot, surface, light, given, toLight);
  };

  return {
    /** The last reflected linear light. */
    result,
    /** Whether all points of such a surface with the same normal and colour look the same. */
    isEven: (surface: Surface): boolean => !anyLocal && !isShiny(surface),
    /** Computes the reflected and emitted light of a point. */
    light(spot: SurfacePoint, surface: Surface): void {
      result[0] = surface.emissiveRed;
      result[1] = surface.emissiveGreen;
      result[2] = surface.emissiveBlue;
      addAround(spot);
      const shiny = isShiny(surface);
      for (const light of direct) addDirect(spot, surface, light, shiny);
    },
  };
};
