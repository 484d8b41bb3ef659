// biome-ignore-all lint/style/noNonNullAssertion: triangles name vertices and parts that are there
import { createCorners } from './corners.ts';
import { createLighting } from './lighting.ts';
import { samples } from './samples.ts';
import { createSampler } from './sample-texture.ts';
import { trait } from './vertex-store.ts';
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
  /** 1 for triangles that were taken and have the same colour everywhere, which need not be shaded. */
  readonly plainKnown: Uint8Array;
  /** Those colours, four numbers a triangle. */
  readonly plainColors: Float64Array;
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
  const corners = createCorners(store, triangles);
  const { look, mix } = corners;

  let taken = -1;
  let sampler: Sampler | undefined;
  let facing = 1;
  let flat = false;
  /** Whether the light is the same on the whole triangle. */
  let even = false;
  /** Whether the colour is, which is there then. */
  let plain = false;
  const evenLight = new Float64Array(3);
  // Kept, as edges make triangles alternate from pixel to pixel.
  const plainKnown = new Uint8Array(triangles.count);
  const plainColors = new Float64Array(triangles.count * 4);

  const takeNormal = (): void => {
    const x = mix(trait.normal);
    const y = mix(trait.normal + 1);
    const z = mix(trait.normal + 2);
    const length = facing / (Math.sqrt(x * x + y * y + z * z) || 1);
    spot.normalX = x * length;
    spot.normalY = y * length;
    spot.normalZ = z * length;
  };

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
      spot.normalX = corners.first(trait.normal) * facing;
      spot.normalY = corners.first(trait.normal + 1) * facing;
      spot.normalZ = corners.first(trait.normal + 2) * facing;
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
    plainKnown,
    plainColors,
    take(triangle) {
      if (triangle === taken) return;
      taken = triangle;
      const part = parts[triangles.parts[triangle]!]!;
      shader.part = part;
      const { surface, lit } = part;
      sampler = samplers[surface.texture];
      plain = plainKnown[triangle] === 1;
      if (plain) {
        for (let i = 0; i < 4; i += 1) color[i] = plainColors[triangle * 4 + i]!;
        return;
      }
      corners.take(triangle);
      even = true;
      if (lit) {
        facing = triangles.front[triangle] === 1 ? 1 : -1;
        flat = surface.flat || corners.hasNoNormal();
        if (flat) corners.faceNormal(spot);
        even = lighting.isEven(surface) && (flat || corners.hasOneNormal());
        if (even) takeEvenLight(part);
      }
      if (!even || sampler || surface.vertexColors || (fog && surface.fog)) return;
      shader.shade(0, 0);
      plain = true;
      plainKnown[triangle] = 1;
      plainColors.set(color, triangle * 4);
    },
    shade(x, y) {
      if (plain) return;
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
