import { createTriangleInterpolator } from './triangle-interpolator.ts';
import { createLighting, type SurfacePoint } from './lighting.ts';
import { samplesPerEdge } from './band.ts';
import { type createMipmapCache, createSampler, type Sampler } from './texture-sampler.ts';
import { attributeOffset } from './triangle-buffers.ts';
import type { AssembledFrame } from './assemble-triangles.ts';
import type { RenderFrame } from './render-frame.ts';
import type { FramePart } from './sort-parts.ts';

/** Computes the colors of triangles at points on the screen. */
export interface SurfaceShader {
  /** The last result: linear red, green and blue from 0 to 1, and opacity. */
  readonly color: Float64Array;
  part: FramePart;
  /** Set to 1 for triangles that turned out to have one uniform color, which don't need to be shaded again. */
  readonly isUniformColor: Uint8Array;
  /** The uniform colors, with four numbers per triangle. */
  readonly uniformColors: Float64Array;
  setTriangle(triangle: number): void;
  /** Shades a point of the current triangle. The coordinates are in samples. */
  shade(x: number, y: number): void;
  /** Returns the opacity at a point of the current triangle, without computing its color. */
  getOpacityAt(x: number, y: number): number;
}

const clampLight = (light: number): number => (light > 1 ? 1 : light > 0 ? light : 0);

export const createSurfaceShader = (
  frame: RenderFrame,
  { store, triangles, parts }: AssembledFrame,
  getMipmaps: ReturnType<typeof createMipmapCache>,
): SurfaceShader => {
  const { view, fog, textures, pixels } = frame;
  const lighting = createLighting(frame);
  const samplers: readonly Sampler[] = textures.map((texture) =>
    createSampler(texture, getMipmaps(pixels[texture.pixels], texture.srgb)),
  );
  const point: SurfacePoint = {
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
  const interpolator = createTriangleInterpolator(store, triangles);
  const { setPoint, interpolate } = interpolator;

  let current = -1;
  let sampler: Sampler | undefined;
  let facing = 1;
  let isFlat = false;
  /** Whether the light is the same on the whole current triangle. */
  let isUniformLight = false;
  /** Whether the color is the same on the whole current triangle. If so, `color` already contains it. */
  let isUniform = false;
  const uniformLight = new Float64Array(3);
  // Caches uniform colors, since the current triangle changes from pixel to pixel at edges.
  const isUniformColor = new Uint8Array(triangles.count);
  const uniformColors = new Float64Array(triangles.count * 4);

  const setNormal = (): void => {
    const x = interpolate(attributeOffset.normal);
    const y = interpolate(attributeOffset.normal + 1);
    const z = interpolate(attributeOffset.normal + 2);
    const length = facing / (Math.sqrt(x * x + y * y + z * z) || 1);
    point.normalX = x * length;
    point.normalY = y * length;
    point.normalZ = z * length;
  };

  /** Samples a texture at a point. The interpolator still selects this point afterwards. */
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

  /** Computes the light that a white surface would reflect, without any emitted light. */
  const computeUniformLight = ({ surface }: FramePart): void => {
    if (!isFlat) {
      point.normalX = interpolator.getFirst(attributeOffset.normal) * facing;
      point.normalY = interpolator.getFirst(attributeOffset.normal + 1) * facing;
      point.normalZ = interpolator.getFirst(attributeOffset.normal + 2) * facing;
    }
    point.red = 1;
    point.green = 1;
    point.blue = 1;
    lighting.light(point, surface);
    uniformLight[0] = lighting.result[0] - surface.emissiveRed;
    uniformLight[1] = lighting.result[1] - surface.emissiveGreen;
    uniformLight[2] = lighting.result[2] - surface.emissiveBlue;
  };

  const setPosition = (): void => {
    point.x = interpolate(attributeOffset.world);
    point.y = interpolate(attributeOffset.world + 1);
    point.z = interpolate(attributeOffset.world + 2);
  };

  const distanceAlongView = (): number => {
    const v = view.fromWorld;
    return -(
      v[2] * interpolate(attributeOffset.world) +
      v[6] * interpolate(attributeOffset.world + 1) +
      v[10] * interpolate(attributeOffset.world + 2) +
      v[14]
    );
  };

  const addFog = (): void => {
    if (!fog) return;
    const distance = distanceAlongView();
    let fogAmount: number;
    if (fog.kind === 'squared') fogAmount = 1 - Math.exp(-((fog.density * distance) ** 2));
    else {
      const along = clampLight((distance - fog.near) / (fog.far - fog.near));
      fogAmount = along * along * (3 - 2 * along);
    }
    for (let i = 0; i < 3; i += 1) color[i] += (fog.color[i] - color[i]) * fogAmount;
  };

  const shader: SurfaceShader = {
    color,
    part: parts[0],
    isUniformColor,
    uniformColors,
    setTriangle(triangle) {
      if (triangle === current) return;
      current = triangle;
      const part = parts[triangles.parts[triangle]];
      shader.part = part;
      const { surface, lit } = part;
      sampler = samplers[surface.texture];
      isUniform = isUniformColor[triangle] === 1;
      if (isUniform) {
        for (let i = 0; i < 4; i += 1) color[i] = uniformColors[triangle * 4 + i];
        return;
      }
      interpolator.setTriangle(triangle);
      isUniformLight = true;
      if (lit) {
        facing = triangles.front[triangle] === 1 ? 1 : -1;
        isFlat = surface.flat || interpolator.hasNoNormal();
        if (isFlat) interpolator.writeFaceNormal(point);
        isUniformLight = lighting.isUniform(surface) && (isFlat || interpolator.hasUniformNormal());
        if (isUniformLight) computeUniformLight(part);
      }
      if (!isUniformLight || sampler || surface.vertexColors || (fog && surface.fog)) return;
      shader.shade(0, 0);
      isUniform = true;
      isUniformColor[triangle] = 1;
      uniformColors.set(color, triangle * 4);
    },
    shade(x, y) {
      if (isUniform) return;
      const { surface, lit } = shader.part;
      let { red, green, blue } = shader.part;
      let { opacity } = surface;
      if (sampler) {
        sampleTexture(sampler, x, y);
        red *= sampler.color[0];
        green *= sampler.color[1];
        blue *= sampler.color[2];
        opacity *= sampler.color[3];
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
      } else if (isUniformLight) {
        color[0] = red * uniformLight[0] + surface.emissiveRed;
        color[1] = green * uniformLight[1] + surface.emissiveGreen;
        color[2] = blue * uniformLight[2] + surface.emissiveBlue;
      } else {
        if (!isFlat) setNormal();
        setPosition();
        point.red = red;
        point.green = green;
        point.blue = blue;
        lighting.light(point, surface);
        color[0] = lighting.result[0];
        color[1] = lighting.result[1];
        color[2] = lighting.result[2];
      }
      if (surface.fog) addFog();
      color[0] = clampLight(color[0]);
      color[1] = clampLight(color[1]);
      color[2] = clampLight(color[2]);
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
