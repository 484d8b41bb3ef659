import { type Light, lightKind, type RenderFrame } from './render-frame.ts';
import { type Surface, surfaceKind } from './surface.ts';

/** A point on a surface, with the values that lighting needs. */
export interface SurfacePoint {
  x: number;
  y: number;
  z: number;
  /** The unit normal on the side that is visible. */
  normalX: number;
  normalY: number;
  normalZ: number;
  /** The surface color at the point. */
  red: number;
  green: number;
  blue: number;
}

/** The reflectance of non-metals at normal incidence. */
const dielectricReflectance = 0.04;

const isShiny = ({ kind, roughness, metalness }: Surface): boolean =>
  kind === surfaceKind.shiny || (kind === surfaceKind.physical && (roughness < 1 || metalness > 0));

/**
 * Returns the factor by which distance dims a light. As in three.js, the factor follows a power law and fades to 0 at
 * the range.
 */
const getDistanceAttenuation = (distance: number, { decay, range }: Light): number => {
  const falloff = 1 / Math.max(distance ** decay, 0.01);
  if (range <= 0) return falloff;
  const falloffBase = Math.max(0, 1 - (distance / range) ** 4);
  return falloff * falloffBase * falloffBase;
};

/** Returns the factor by which a spot light fades between its inner and outer cones. */
const getSpotAttenuation = (cos: number, { coneCos, penumbraCos }: Light): number => {
  if (cos <= coneCos) return 0;
  if (cos >= penumbraCos) return 1;
  const fraction = (cos - coneCos) / (penumbraCos - coneCos);
  return fraction * fraction * (3 - 2 * fraction);
};

/**
 * Returns the colorless specular reflectance of a rough surface, using GGX with Smith's correlated shadowing.
 * `addHighlight` then applies Schlick's Fresnel term.
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

/** Creates lighting that uses the formulas of three.js, but without shadows. Metals also reflect the ambient light. */
export const createLighting = ({ lights, view }: RenderFrame) => {
  const v = view.fromWorld;
  const eyeX = -(v[0] * v[12] + v[1] * v[13] + v[2] * v[14]);
  const eyeY = -(v[4] * v[12] + v[5] * v[13] + v[6] * v[14]);
  const eyeZ = -(v[8] * v[12] + v[9] * v[13] + v[10] * v[14]);
  const isLocal = ({ kind }: Light): boolean => kind === lightKind.point || kind === lightKind.spot;
  const ambientLights = lights.filter(
    ({ kind }) => kind === lightKind.ambient || kind === lightKind.hemisphere,
  );
  const directLights = lights.filter((light) => !ambientLights.includes(light));
  const hasLocalLights = lights.some(isLocal);
  const result = new Float64Array(3);
  /** The direction from the point to the current light. */
  const lightDirection = { x: 0, y: 0, z: 0 };

  const addAmbient = (point: SurfacePoint): void => {
    for (const { kind, color, ground, direction } of ambientLights) {
      const facing =
        point.normalX * direction[0] + point.normalY * direction[1] + point.normalZ * direction[2];
      const sky = kind === lightKind.hemisphere ? 0.5 + 0.5 * facing : 1;
      result[0] += (point.red * (ground[0] + (color[0] - ground[0]) * sky)) / Math.PI;
      result[1] += (point.green * (ground[1] + (color[1] - ground[1]) * sky)) / Math.PI;
      result[2] += (point.blue * (ground[2] + (color[2] - ground[2]) * sky)) / Math.PI;
    }
  };

  /**
   * Adds the specular highlight of a light.
   * @param incident the fraction of the light that reaches the surface, including the cosine of its angle
   */
  const addHighlight = (
    point: SurfacePoint,
    surface: Surface,
    { color }: Light,
    incident: number,
    toLight: number,
  ): void => {
    let x = view.orthographic ? v[2] : eyeX - point.x;
    let y = view.orthographic ? v[6] : eyeY - point.y;
    let z = view.orthographic ? v[10] : eyeZ - point.z;
    const distance = Math.sqrt(x * x + y * y + z * z) || 1;
    x /= distance;
    y /= distance;
    z /= distance;
    const toEye = Math.max(0, point.normalX * x + point.normalY * y + point.normalZ * z);
    const halfX = x + lightDirection.x;
    const halfY = y + lightDirection.y;
    const halfZ = z + lightDirection.z;
    const length = Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ) || 1;
    const toHalf = Math.max(
      0,
      (point.normalX * halfX + point.normalY * halfY + point.normalZ * halfZ) / length,
    );
    const grazing = (1 - Math.max(0, (x * halfX + y * halfY + z * halfZ) / length)) ** 5;
    const physical = surface.kind === surfaceKind.physical;
    const { metalness } = surface;
    const specular =
      incident *
      (physical
        ? getGgxSpecular(surface.roughness, toLight, toEye, toHalf)
        : getPhongSpecular(surface.shininess, toHalf));
    const base = physical ? dielectricReflectance * (1 - metalness) : 0;
    const red = physical ? base + point.red * metalness : surface.specularRed;
    const green = physical ? base + point.green * metalness : surface.specularGreen;
    const blue = physical ? base + point.blue * metalness : surface.specularBlue;
    result[0] += specular * color[0] * (red + (1 - red) * grazing);
    result[1] += specular * color[1] * (green + (1 - green) * grazing);
    result[2] += specular * color[2] * (blue + (1 - blue) * grazing);
  };

  const addDirect = (point: SurfacePoint, surface: Surface, light: Light, shiny: boolean): void => {
    let intensity = 1;
    if (isLocal(light)) {
      const x = light.position[0] - point.x;
      const y = light.position[1] - point.y;
      const z = light.position[2] - point.z;
      const distance = Math.sqrt(x * x + y * y + z * z) || 1e-9;
      lightDirection.x = x / distance;
      lightDirection.y = y / distance;
      lightDirection.z = z / distance;
      intensity = getDistanceAttenuation(distance, light);
    } else {
      lightDirection.x = light.direction[0];
      lightDirection.y = light.direction[1];
      lightDirection.z = light.direction[2];
    }
    const toLight =
      point.normalX * lightDirection.x + point.normalY * lightDirection.y + point.normalZ * lightDirection.z;
    if (!(toLight > 0)) return;
    if (light.kind === lightKind.spot) {
      const [axisX, axisY, axisZ] = light.direction;
      intensity *= getSpotAttenuation(
        lightDirection.x * axisX + lightDirection.y * axisY + lightDirection.z * axisZ,
        light,
      );
    }
    if (!(intensity > 0)) return;
    const incident = intensity * toLight;
    const diffuse = (incident * (1 - surface.metalness)) / Math.PI;
    result[0] += point.red * light.color[0] * diffuse;
    result[1] += point.green * light.color[1] * diffuse;
    result[2] += point.blue * light.color[2] * diffuse;
    if (shiny) addHighlight(point, surface, light, incident, toLight);
  };

  return {
    /** The linear light that the last lit point reflects and emits. */
    result,
    /** Whether points with equal normals and colors look the same everywhere on the surface. */
    isUniform: (surface: Surface): boolean => !hasLocalLights && !isShiny(surface),
    /** Computes the light that a point reflects and emits. */
    light(point: SurfacePoint, surface: Surface): void {
      result[0] = surface.emissiveRed;
      result[1] = surface.emissiveGreen;
      result[2] = surface.emissiveBlue;
      addAmbient(point);
      const shiny = isShiny(surface);
      for (const light of directLights) addDirect(point, surface, light, shiny);
    },
  };
};
