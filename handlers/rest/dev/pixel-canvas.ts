// biome-ignore-all lint/style/noNonNullAssertion: the loops stay within the stroke, the image and the three parts of a color
import type { Point, Stroke } from './glyphs.ts';

/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Returns a point's distance from the edge of a shape. The distance is negative inside the shape. */
type Distance = (x: number, y: number) => number;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Shape {
  readonly bounds: Box;
  readonly distance: Distance;
}

export interface Canvas {
  /** The width in pixels. */
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel (red, green, blue, alpha), initially transparent. */
  readonly pixels: Uint8Array;
  fill(shape: Shape, color: Rgb): void;
}

/** Computes a length much faster than Math.hypot, which also handles extreme numbers that occur in no image. */
const getLength = (x: number, y: number): number => Math.sqrt(x * x + y * y);

export const createRoundedBox = (box: Box, radius: number): Shape => ({
  bounds: box,
  distance(x, y) {
    const dx = Math.abs(x - box.x - box.width / 2) - box.width / 2 + radius;
    const dy = Math.abs(y - box.y - box.height / 2) - box.height / 2 + radius;
    return getLength(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  },
});

export const createCircle = ([cx, cy]: Point, radius: number): Shape =>
  createRoundedBox({ x: cx - radius, y: cy - radius, width: radius * 2, height: radius * 2 }, radius);

/** Returns the intersection of two shapes. */
export const intersectShapes = (a: Shape, b: Shape): Shape => ({
  bounds: a.bounds,
  distance: (x, y) => Math.max(a.distance(x, y), b.distance(x, y)),
});

/** Creates a triangle that is centred on a point and points to the right. */
export const createArrow = ([cx, cy]: Point, radius: number): Shape => ({
  bounds: { x: cx - radius, y: cy - radius, width: radius * 2, height: radius * 2 },
  distance: (x, y) => Math.max(cx - radius * 0.75 - x, (x - cx + Math.abs(y - cy) * 1.8 - radius) / 2),
});

/** Creates a line with rounded ends. */
export const createLine = (stroke: Stroke, thickness: number): Shape => {
  const xs = stroke.map(([x]) => x);
  const ys = stroke.map(([, y]) => y);
  const halfThickness = thickness / 2;
  const left = Math.min(...xs) - halfThickness;
  const top = Math.min(...ys) - halfThickness;
  return {
    bounds: {
      x: left,
      y: top,
      width: Math.max(...xs) + halfThickness - left,
      height: Math.max(...ys) + halfThickness - top,
    },
    distance(x, y) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 1; i < stroke.length; i += 1) {
        nearest = Math.min(nearest, distanceToSegment(x, y, stroke[i - 1]!, stroke[i]!));
      }
      return nearest - halfThickness;
    },
  };
};

const distanceToSegment = (x: number, y: number, [startX, startY]: Point, [endX, endY]: Point): number => {
  const dx = endX - startX;
  const dy = endY - startY;
  const squared = dx * dx + dy * dy;
  const fraction =
    squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - startX) * dx + (y - startY) * dy) / squared));
  return getLength(x - startX - fraction * dx, y - startY - fraction * dy);
};

/**
 * Creates a transparent canvas.
 * @param scale the number of pixels per unit of the shapes' coordinates
 */
export const createCanvas = (widthInUnits: number, heightInUnits: number, scale: number): Canvas => {
  const width = Math.ceil(widthInUnits * scale);
  const height = Math.ceil(heightInUnits * scale);
  const pixels = new Uint8Array(width * height * 4);

  /** Blends a color over a pixel, in proportion to how much of the pixel the shape covers. */
  const blend = (offset: number, color: Rgb, coverage: number): void => {
    if (coverage === 1) {
      pixels[offset] = color[0];
      pixels[offset + 1] = color[1];
      pixels[offset + 2] = color[2];
      pixels[offset + 3] = 255;
      return;
    }
    const existingAlpha = pixels[offset + 3]! / 255;
    const alpha = coverage + existingAlpha * (1 - coverage);
    for (let i = 0; i < 3; i += 1) {
      pixels[offset + i] =
        (color[i]! * coverage + pixels[offset + i]! * existingAlpha * (1 - coverage)) / alpha;
    }
    pixels[offset + 3] = alpha * 255;
  };

  return {
    width,
    height,
    pixels,
    fill({ bounds, distance }, color) {
      const right = Math.min(width, Math.ceil((bounds.x + bounds.width) * scale) + 1);
      const bottom = Math.min(height, Math.ceil((bounds.y + bounds.height) * scale) + 1);
      for (let y = Math.max(0, Math.floor(bounds.y * scale) - 1); y < bottom; y += 1) {
        for (let x = Math.max(0, Math.floor(bounds.x * scale) - 1); x < right; x += 1) {
          const signedDistance = distance((x + 0.5) / scale, (y + 0.5) / scale) * scale;
          const coverage = Math.min(1, Math.max(0, 0.5 - signedDistance));
          if (coverage > 0) blend((y * width + x) * 4, color, coverage);
        }
      }
    },
  };
};
