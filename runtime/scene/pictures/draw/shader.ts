// biome-ignore-all lint/style/noNonNullAssertion: triangles name vertices and parts that are there
import { createLighting } from './lighting.ts';
import { samples } from './samples.ts';
import { createSampler } from './sample-texture.ts';
import { trait, traitCount } from './vertex-store.ts';
import type { Assembled } from './assemble.ts';
import type { Frame, PixelsPiece } from '../frame.ts';
import type { Spot } from './lighting.ts';
import type { Part } from './ordered-parts.ts';
import type { createLevels, Sampler } from './sample-texture.ts';

/** Colours of triangles at places of the screen. */
export interface Shader {
  /** Linear red, green and blue from 0 to 1, and opacity, of the place that was shaded last. */
  readonly color: Float64Array;
  /** The part of the triangle that was taken last. */
  part: Part;
  /** Whether the triangle that was taken last has the same colour everywhere; it is shaded then. */
  plain: boolean;
  take(triangle: number): void;
  /** Shades a place of the screen, in samples, within the triangle that was taken. */
  shade(x: number, y: number): void;
  /** Only the opacity there. */
  opacityAt(x: number, y: number): number;
}

const clamped = (light: number): number => (light > 1 ? 1 : light > 0 ? light : 0);

export const createShader = (
  frame: Frame,
  { store, triangles, parts }: Assembled,
  levels: ReturnType<typeof createLevels>,
): Shader => {
  const { view, fog, textures, pixels } = frame;
  const lighting = createLighting(frame);
  const samplers: readonly Sampler[] = textures.map((texture) =>
    createSampler(texture, levels(pixels[texture.pixels] as PixelsPiece, texture.srgb)),
  );
  const spot: Spot = { x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 0, red: 0, green: 0, blue: 0 };
  const color = new Float64Array(4);
  const { traits, x: screenX, y: screenY, inverseW } = store;

  // Numbers of a record are written in place; a variable that closures share would be allocated anew each time.
  /** How the shares of the second and third corner change across and down the screen from the first. */
  const plane = {
    x: 0,
    y: 0,
    bAcross: 0,
    bDown: 0,
    cAcross: 0,
    cDown: 0,
    aInverse: 0,
    bInverse: 0,
    cInverse: 0,
  };
  /** Shares of the corners in the world, at the place that is looked at. */
  const share = { a: 0, b: 0, c: 0 };
  let taken = -1;
  let sampler: Sampler | undefined;
  /** Where the traits of the corners begin. */
  let a = 0;
  let b = 0;
  let c = 0;
  let facing = 1;
  let flat = false;
  /** Whether the light is the same on the whole triangle. */
  let even = false;
  const evenLight = new Float64Array(3);
  /** Colours of triangles that have the same everywhere, as edges make them alternate from pixel to pixel. */
  const plainKnown = new Uint8Array(triangles.count);
  const plainColors = new Float64Array(triangles.count * 4);

  const look = (x: number, y: number): void => {
    const across = x - plane.x;
    const down = y - plane.y;
    const bScreen = across * plane.bAcross + down * plane.bDown;
    const cScreen = across * plane.cAcross + down * plane.cDown;
    const aPart = (1 - bScreen - cScreen) * plane.aInverse;
    const bPart = bScreen * plane.bInverse;
    const cPart = cScreen * plane.cInverse;
    const w = 1 / (aPart + bPart + cPart);
    share.a = aPart * w;
    share.b = bPart * w;
    share.c = cPart * w;
  };

  const mix = (i: number): number =>
    traits[a + i]! * share.a + traits[b + i]! * share.b + traits[c + i]! * share.c;

  /** The normal of the face itself, towards the eye. */
  const takeFaceNormal = (): void => {
    const ux = traits[b]! - traits[a]!;
    const uy = traits[b + 1]! - traits[a + 1]!;
    const uz = traits[b + 2]! - traits[a + 2]!;
    const vx = traits[c]! - traits[a]!;
    const vy = traits[c + 1]! - traits[a + 1]!;
    const vz = traits[c + 2]! - traits[a + 2]!;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    // Corners of a face that is seen go round against the clock on the screen, and those of the normal with it.
    const turn = (plane.bAcross * plane.cDown < plane.bDown * plane.cAcross ? 1 : -1) / length;
    spot.normalX = nx * turn;
    spot.normalY = ny * turn;
    spot.normalZ = nz * turn;
  };

  const takeNormal = (): void => {
    const x = mix(trait.normal);
    const y = mix(trait.normal + 1);
    const z = mix(trait.normal + 2);
    const length = facing / (Math.sqrt(x * x + y * y + z * z) || 1);
    spot.normalX = x * length;
    spot.normalY = y * length;
    spot.normalZ = z * length;
  };

  const hasOneNormal = (): boolean => {
    for (let i = trait.normal; i < trait.normal + 3; i += 1) {
      if (traits[a + i] !== traits[b + i] || traits[a + i] !== traits[c + i]) return false;
    }
    return true;
  };

  /** Whether the normals of the corners are unknown. */
  const hasNoNormal = (): boolean =>
    traits[a + trait.normal] === 0 &&
    traits[a + trait.normal + 1] === 0 &&
    traits[a + trait.normal + 2] === 0;

  /** Samples the texture; the shares of the corners are those of the place afterwards too. */
  const sampleTexture = (from: Sampler, x: number, y: number): void => {
    look(x + samples, y);
    const uRight = mix(trait.uv);
    const vRight = mix(trait.uv + 1);
    look(x, y + samples);
    const uBelow = mix(trait.uv);
    const vBelow = mix(trait.uv + 1);
    look(x, y);
    const u = mix(trait.uv);
    const v = mix(trait.uv + 1);
    from.sample(u, v, uRight - u, vRight - v, uBelow - u, vBelow - v);
  };

  /** Light on white, without what the triangle shines itself. */
  const takeEvenLight = ({ surface }: Part): void => {
    if (!flat) {
      spot.normalX = traits[a + trait.normal]! * facing;
      spot.normalY = traits[a + trait.normal + 1]! * facing;
      spot.normalZ = traits[a + trait.normal + 2]! * facing;
    }
    spot.red = 1;
    spot.green = 1;
    spot.blue = 1;
    lighting.light(spot, surface);
    evenLight[0] = lighting.result[0]! - surface.emissiveRed;
    evenLight[1] = lighting.result[1]! - surface.emissiveGreen;
    evenLight[2] = lighting.result[2]! - surface.emissiveBlue;
  };

  const takePlace = (): void => {
    spot.x = mix(trait.world);
    spot.y = mix(trait.world + 1);
    spot.z = mix(trait.world + 2);
  };

  const distanceAlongView = (): number => {
    const v = view.fromWorld;
    return -(
      v[2]! * mix(trait.world) +
      v[6]! * mix(trait.world + 1) +
      v[10]! * mix(trait.world + 2) +
      v[14]!
    );
  };

  const addFog = (): void => {
    if (!fog) return;
    const distance = distanceAlongView();
    let share: number;
    if (fog.kind === 'squared') share = 1 - Math.exp(-((fog.density * distance) ** 2));
    else {
      const along = clamped((distance - fog.near) / (fog.far - fog.near));
      share = along * along * (3 - 2 * along);
    }
    for (let i = 0; i < 3; i += 1) color[i]! += (fog.color[i]! - color[i]!) * share;
  };

  const shader: Shader = {
    color,
    part: parts[0]!,
    plain: false,
    take(triangle) {
      if (triangle === taken) return;
      taken = triangle;
      const part = parts[triangles.parts[triangle]!]!;
      shader.part = part;
      const { surface, lit } = part;
      sampler = samplers[surface.texture];
      shader.plain = plainKnown[triangle] === 1;
      if (shader.plain) {
        for (let i = 0; i < 4; i += 1) color[i] = plainColors[triangle * 4 + i]!;
        return;
      }
      const first = triangles.corners[triangle * 3]!;
      const second = triangles.corners[triangle * 3 + 1]!;
      const third = triangles.corners[triangle * 3 + 2]!;
      a = first * traitCount;
      b = second * traitCount;
      c = third * traitCount;
      plane.x = screenX[first]!;
      plane.y = screenY[first]!;
      plane.aInverse = inverseW[first]!;
      plane.bInverse = inverseW[second]!;
      plane.cInverse = inverseW[third]!;
      const toBX = screenX[second]! - plane.x;
      const toBY = screenY[second]! - plane.y;
      const toCX = screenX[third]! - plane.x;
      const toCY = screenY[third]! - plane.y;
      const area = toBX * toCY - toCX * toBY;
      plane.bAcross = toCY / area;
      plane.bDown = -toCX / area;
      plane.cAcross = -toBY / area;
      plane.cDown = toBX / area;
      even = true;
      if (lit) {
        facing = triangles.front[triangle] === 1 ? 1 : -1;
        flat = surface.flat || hasNoNormal();
        if (flat) takeFaceNormal();
        even = lighting.isEven(surface) && (flat || hasOneNormal());
        if (even) takeEvenLight(part);
      }
      shader.plain = even && !sampler && !surface.vertexColors && !(fog && surface.fog);
      if (!shader.plain) return;
      shader.shade(plane.x, plane.y);
      plainKnown[triangle] = 1;
      plainColors.set(color, triangle * 4);
    },
    shade(x, y) {
      const { surface, lit } = shader.part;
      let { red, green, blue } = shader.part;
      let { opacity } = surface;
      if (sampler) {
        sampleTexture(sampler, x, y);
        red *= sampler.color[0]!;
        green *= sampler.color[1]!;
        blue *= sampler.color[2]!;
        opacity *= sampler.color[3]!;
      } else look(x, y);
      if (surface.vertexColors) {
        red *= mix(trait.color);
        green *= mix(trait.color + 1);
        blue *= mix(trait.color + 2);
        opacity *= mix(trait.color + 3);
      }
      if (!lit) {
        color[0] = red;
        color[1] = green;
        color[2] = blue;
      } else if (even) {
        color[0] = red * evenLight[0]! + surface.emissiveRed;
        color[1] = green * evenLight[1]! + surface.emissiveGreen;
        color[2] = blue * evenLight[2]! + surface.emissiveBlue;
      } else {
        if (!flat) takeNormal();
        takePlace();
        spot.red = red;
        spot.green = green;
        spot.blue = blue;
        lighting.light(spot, surface);
        color[0] = lighting.result[0]!;
        color[1] = lighting.result[1]!;
        color[2] = lighting.result[2]!;
      }
      if (surface.fog) addFog();
      color[0] = clamped(color[0]!);
      color[1] = clamped(color[1]!);
      color[2] = clamped(color[2]!);
      color[3] = clamped(opacity);
    },
    opacityAt(x, y) {
      const { surface } = shader.part;
      if (sampler) sampleTexture(sampler, x, y);
      else look(x, y);
      return surface.opacity * (sampler?.color[3] ?? 1) * (surface.vertexColors ? mix(trait.color + 3) : 1);
    },
  };
  return shader;
};
