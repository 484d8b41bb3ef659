// biome-ignore-all lint/style/noNonNullAssertion: triangles name vertices and parts that are there
import { createTriangleInterpolator } from './triangle-interpolator.ts';
import { createLighting } from './lighting.ts';
import { samplesPerEdge } from './multisampling.ts';
import { createSampler } from './texture-sampler.ts';
import { attributeOffset } from './vertex-store.ts';
import type { AssembledFrame } from './assemble-triangles.ts';
import type { RenderFrame, SharedPixels } from '../render-frame.ts';
import type { SurfacePoint } from './lighting.ts';
import type { FramePart } from './sort-parts.ts';
import type { createMipmapCache, Sampler } from './texture-sampler.ts';

/** Colours of triangles at places of the screen. */
export interface SurfaceShader {
  /** Linear red, green and blue from 0 to 1, and opacity, of the place that was shaded last. */
  readonly color: Float64Array;
  /** The part of the triangle that was taken last. */
  part: FramePart;
  /** 1 for triangles that were taken and have the same colour everywhere, which need not be shaded. */
  readonly isUniformColor: Uint8Array;
  /** Those colours, four numbers a triangle. */
  readonly uniformColors: Float64Array;
  setTriangle(triangle: number): void;
  /** Shades a place of the screen, in samples, within the triangle that was taken. */
  shade(x: number, y: number): void;
  /** Only the opacity there. */
  getOpacityAt(x: number, y: number): number;
}

const clampLight = (light: number): number => (light > 1 ? 1 : light > 0 ? light : 0);

export const createSurfaceShader = (
  frame: RenderFrame,
  { store, triangles, parts }: AssembledFrame,
  levels: ReturnType<typeof createMipmapCache>,
): SurfaceShader => {
  const { view, fog, textures, pixels } = frame;
  const lighting = createLighting(frame);
  const samplers: readonly Sampler[] = textures.map((texture) =>
    createSampler(texture, levels(pixels[texture.pixels] as SharedPixels, texture.srgb)),
  );
  const spot: SurfacePoint = {
    x: 0,
    y: 0,
    z: 0,
    normalX: 0,
    normalY: 0,
    normalZ: 0,
    red: 0,
    green: 0,
    blue: 0,
  };
  const color = new Float64Array(4);
  const corners = createTriangleInterpolator(store, triangles);
  const { setPoint, interpolate } = corners;

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
    const x = interpolate(attributeOffset.normal);
    const y = interpolate(attributeOffset.normal + 1);
    const z = interpolate(attributeOffset.normal + 2);
    const length = facing / (Math.sqrt(x * x + y * y + z * z) || 1);
    spot.normalX = x * length;
    spot.normalY = y * length;
    spot.normalZ = z * length;
  };

  /** Samples the texture; the shares of the corners are those of the place afterwards too. */
  const sampleTexture = (from: Sampler, x: number, y: number): void => {
    setPoint(x + samplesPerEdge, y);
    const uRight = interpolate(attributeOffset.uv);
    const vRight = interpolate(attributeOffset.uv + 1);
    setPoint(x, y + samplesPerEdge);
    const uBelow = interpolate(attributeOffset.uv);
    const vBelow = interpolate(attributeOffset.uv + 1);
    setPoint(x, y);
    const u = interpolate(attributeOffset.uv);
    const v = interpolate(attributeOffset.uv + 1);
    from.sample(u, v, uRight - u, vRight - v, uBelow - u, vBelow - v);
  };

  /** Light on white, without what the triangle shines itself. */
  const takeEvenLight = ({ surface }: FramePart): void => {
    if (!flat) {
      spot.normalX = corners.getFirst(attributeOffset.normal) * facing;
      spot.normalY = corners.getFirst(attributeOffset.normal + 1) * facing;
      spot.normalZ = corners.getFirst(attributeOffset.normal + 2) * facing;
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
    spot.x = interpolate(attributeOffset.world);
    spot.y = interpolate(attributeOffset.world + 1);
    spot.z = interpolate(attributeOffset.world + 2);
  };

  const distanceAlongView = (): number => {
    const v = view.fromWorld;
    return -(
      v[2]! * interpolate(attributeOffset.world) +
      v[6]! * interpolate(attributeOffset.world + 1) +
      v[10]! * interpolate(attributeOffset.world + 2) +
      v[14]!
    );
  };

  const addFog = (): void => {
    if (!fog) return;
    const distance = distanceAlongView();
    let share: number;
    if (fog.kind === 'squared') share = 1 - Math.exp(-((fog.density * distance) ** 2));
    else {
      const along = clampLight((distance - fog.near) / (fog.far - fog.near));
      share = along * along * (3 - 2 * along);
    }
    for (let i = 0; i < 3; i += 1) color[i]! += (fog.color[i]! - color[i]!) * share;
  };

  const shader: SurfaceShader = {
    color,
    part: parts[0]!,
    isUniformColor: plainKnown,
    uniformColors: plainColors,
    setTriangle(triangle) {
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
      corners.setTriangle(triangle);
      even = true;
      if (lit) {
        facing = triangles.front[triangle] === 1 ? 1 : -1;
        flat = surface.flat || corners.hasNoNormal();
        if (flat) corners.writeFaceNormal(spot);
        even = lighting.isEven(surface) && (flat || corners.hasUniformNormal());
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
      } else setPoint(x, y);
      if (surface.vertexColors) {
        red *= interpolate(attributeOffset.color);
        green *= interpolate(attributeOffset.color + 1);
        blue *= interpolate(attributeOffset.color + 2);
        opacity *= interpolate(attributeOffset.color + 3);
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
      color[0] = clampLight(color[0]!);
      color[1] = clampLight(color[1]!);
      color[2] = clampLight(color[2]!);
      color[3] = clampLight(opacity);
    },
    getOpacityAt(x, y) {
      const { surface } = shader.part;
      if (sampler) sampleTexture(sampler, x, y);
      else setPoint(x, y);
      return (
        surface.opacity *
        (sampler?.color[3] ?? 1) *
        (surface.vertexColors ? interpolate(attributeOffset.color + 3) : 1)
      );
    },
  };
  return shader;
};
