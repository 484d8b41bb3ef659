import { createTextStrokes, type Point, type Stroke } from './glyphs.ts';
import type { NodeKind, NodeType, PortDeclaration } from '#spec/node-type.ts';
import type { PortType } from '#spec/values.ts';

const kindColors: Readonly<Record<NodeKind, Rgb>> = {
  event: [176, 58, 66],
  flow: [44, 92, 172],
  pure: [38, 122, 92],
  latent: [116, 72, 168],
  note: [158, 116, 20],
};

const portColors: Readonly<Record<PortType, Rgb>> = {
  Trigger: [244, 246, 250],
  Button: [250, 160, 200],
  Boolean: [240, 110, 110],
  Integer: [86, 200, 170],
  Float: [140, 214, 92],
  String: [240, 120, 214],
  Vector3: [250, 204, 70],
  Color: [110, 190, 255],
  Dropdown: [186, 160, 250],
  List: [226, 150, 84],
  Generic: [170, 178, 190],
  ObjectSelector: [70, 170, 230],
  AssetSelector: [120, 140, 240],
};

const backgroundColor: Rgb = [30, 35, 44];
const borderColor: Rgb = [70, 80, 96];
const textColor: Rgb = [226, 231, 240];
const titleColor: Rgb = [255, 255, 255];

const scale = 2;
const margin = 4;
const padding = 14;
const titleHeight = 30;
const rowHeight = 20;
const columnGap = 28;
const dotRadius = 4.5;
const titleSize = 10;
const labelSize = 8;

/**
 * Draws a node type as an editor's canvas would show it: the title in the color of its kind, inputs on the left,
 * outputs on the right.
 */
export const drawNode = ({ kind, ports }: NodeType, title: string): Canvas => {
  const inputs = ports.filter(({ direction }) => direction === 'input');
  const outputs = ports.filter(({ direction }) => direction === 'output');
  const rows = Math.max(inputs.length, outputs.length);
  const width = Math.ceil(
    padding * 2 +
      Math.max(
        measureText(title, titleSize),
        measureLongestName(inputs) + columnGap + measureLongestName(outputs),
        90,
      ),
  );
  const height = titleHeight + rows * rowHeight + padding * 0.75;
  // Ports are centred on the edge of the box, so the margin leaves room for half a port.
  const x = margin + dotRadius;
  const box = { x, y: margin, width, height };
  const canvas = createCanvas(width + x * 2, height + margin * 2, scale);

  const outline = createRoundedBox(box, 8);
  const inner = createRoundedBox({ x: x + 1, y: margin + 1, width: width - 2, height: height - 2 }, 7);
  const titleBar = createRoundedBox({ x, y: margin, width, height: titleHeight }, 0);
  canvas.fill(outline, borderColor);
  canvas.fill(inner, backgroundColor);
  canvas.fill(intersectShapes(inner, titleBar), kindColors[kind]);
  drawText(canvas, title, [x + padding, margin + titleHeight / 2], titleSize, titleColor);

  const getRowY = (row: number): number => margin + titleHeight + padding * 0.375 + (row + 0.5) * rowHeight;
  for (const [row, port] of inputs.entries()) drawPort(canvas, port, getRowY(row), x);
  for (const [row, port] of outputs.entries()) drawPort(canvas, port, getRowY(row), x + width);
  return canvas;
};

const measureText = (text: string, size: number): number => createTextStrokes(text, size).width;

/** Draws a line of text that starts or ends at a point and is vertically centred on it. */
const drawText = (
  canvas: Canvas,
  text: string,
  [x, y]: Point,
  size: number,
  color: Rgb,
  toLeft = false,
): void => {
  const { strokes, width } = createTextStrokes(text, size);
  const left = toLeft ? x - width : x;
  for (const stroke of strokes) {
    const points = stroke.map(([sx, sy]): Point => [left + sx, y - size / 2 + sy]);
    canvas.fill(createLine(points, size / 7), color);
  }
};

const drawPort = (
  canvas: Canvas,
  { name, type, direction }: PortDeclaration,
  y: number,
  edgeX: number,
): void => {
  const isInput = direction === 'input';
  const createMarker = type === 'Trigger' ? createArrow : createCircle;
  canvas.fill(createCircle([edgeX, y], dotRadius + 2), backgroundColor);
  canvas.fill(createMarker([edgeX, y], dotRadius), portColors[type]);
  drawText(canvas, name, [isInput ? edgeX + padding : edgeX - padding, y], labelSize, textColor, !isInput);
};

const measureLongestName = (ports: readonly PortDeclaration[]): number =>
  Math.max(0, ...ports.map(({ name }) => measureText(name, labelSize)));

/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

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

interface Canvas {
  /** The width in pixels. */
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel (red, green, blue, alpha), initially transparent. */
  readonly pixels: Uint8Array;
  fill(shape: Shape, color: Rgb): void;
}

/** Computes a length much faster than Math.hypot, which also handles extreme numbers that occur in no image. */
const getLength = (x: number, y: number): number => Math.sqrt(x * x + y * y);

const createRoundedBox = (box: Box, radius: number): Shape => ({
  bounds: box,
  distance(x, y) {
    const dx = Math.abs(x - box.x - box.width / 2) - box.width / 2 + radius;
    const dy = Math.abs(y - box.y - box.height / 2) - box.height / 2 + radius;
    return getLength(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  },
});

const createCircle = ([cx, cy]: Point, radius: number): Shape =>
  createRoundedBox({ x: cx - radius, y: cy - radius, width: radius * 2, height: radius * 2 }, radius);

/** Returns the intersection of two shapes. */
const intersectShapes = (a: Shape, b: Shape): Shape => ({
  bounds: a.bounds,
  distance: (x, y) => Math.max(a.distance(x, y), b.distance(x, y)),
});

/** Creates a triangle that is centred on a point and points to the right. */
const createArrow = ([cx, cy]: Point, radius: number): Shape => ({
  bounds: { x: cx - radius, y: cy - radius, width: radius * 2, height: radius * 2 },
  distance: (x, y) => Math.max(cx - radius * 0.75 - x, (x - cx + Math.abs(y - cy) * 1.8 - radius) / 2),
});

/** Creates a line with rounded ends. */
const createLine = (stroke: Stroke, thickness: number): Shape => {
  const xs = stroke.map(([x]) => x);
  const ys = stroke.map(([, y]) => y);
  const segments: [start: Point, end: Point][] = [];
  let previous: Point | undefined;
  for (const point of stroke) {
    if (previous) segments.push([previous, point]);
    previous = point;
  }
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
      for (const [start, end] of segments) nearest = Math.min(nearest, distanceToSegment(x, y, start, end));
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
const createCanvas = (widthInUnits: number, heightInUnits: number, scale: number): Canvas => {
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
    const existingAlpha = (pixels[offset + 3] ?? 0) / 255;
    const alpha = coverage + existingAlpha * (1 - coverage);
    for (const [i, value] of color.entries()) {
      const existing = pixels[offset + i] ?? 0;
      pixels[offset + i] = (value * coverage + existing * existingAlpha * (1 - coverage)) / alpha;
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
