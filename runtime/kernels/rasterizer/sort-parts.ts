import { objectField, objectStride, partField, partMode, partStride } from './render-frame.ts';
import { readSurface, type Surface, surfaceKind, surfaceStride } from './surface.ts';
import type { RenderFrame, PartMode } from './render-frame.ts';

/** A part of an object that is drawn with a single surface. */
export interface FramePart {
  readonly object: number;
  readonly surface: Surface;
  readonly mode: PartMode;
  readonly start: number;
  readonly count: number;
  /** The surface color multiplied by the object's tint. */
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly lit: boolean;
  /** Whether the part is blended with what is behind it. */
  readonly blended: boolean;
}

interface DrawOrder extends FramePart {
  readonly order: number;
  /** The distance from the camera to the object's centre, along the viewing direction. */
  readonly distance: number;
}

const getDistance = ({ objects, geometries, view }: RenderFrame, at: number): number => {
  const [x, y, z] = geometries[objects[at + objectField.geometry]].center;
  const world = (row: number): number =>
    objects[at + row] * x + objects[at + 4 + row] * y + objects[at + 8 + row] * z + objects[at + 12 + row];
  const v = view.fromWorld;
  return -(v[2] * world(0) + v[6] * world(1) + v[10] * world(2) + v[14]);
};

/**
 * Sorts a frame's parts for drawing. Opaque parts come first, in scene order, followed by blended parts from back to
 * front. Within both groups, the render order takes precedence.
 */
export const sortParts = (frame: RenderFrame): FramePart[] => {
  const { parts, objects, surfaces } = frame;
  const surfaceList = Array.from({ length: surfaces.length / surfaceStride }, (_, i) =>
    readSurface(surfaces, i),
  );
  const ordered: DrawOrder[] = [];
  for (let at = 0; at < parts.length; at += partStride) {
    const surface = surfaceList[parts[at + partField.surface]];
    const object = parts[at + partField.object];
    const from = object * objectStride;
    const mode = parts[at + partField.mode] as PartMode;
    const blended = surface.transparent || surface.additive;
    ordered.push({
      object,
      surface,
      mode,
      start: parts[at + partField.start],
      count: parts[at + partField.count],
      red: surface.red * objects[from + objectField.tint],
      green: surface.green * objects[from + objectField.tint + 1],
      blue: surface.blue * objects[from + objectField.tint + 2],
      lit: surface.kind !== surfaceKind.unlit && (mode === partMode.triangles || mode === partMode.wireframe),
      blended,
      order: parts[at + partField.order],
      distance: blended ? getDistance(frame, from) : 0,
    });
  }
  return ordered.sort(
    (a, b) => Number(a.blended) - Number(b.blended) || a.order - b.order || b.distance - a.distance,
  );
};
