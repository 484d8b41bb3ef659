import type { NodeKind, NodeType, PortDeclaration } from '#runtime/link/node-type.ts';
import type { PortType } from '#spec/values.ts';
import {
  createArrow,
  intersectShapes,
  type Canvas,
  createCircle,
  createCanvas,
  createLine,
  type Rgb,
  createRoundedBox,
} from './pixel-canvas.ts';
import { type Point, createTextStrokes } from './glyphs.ts';

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
