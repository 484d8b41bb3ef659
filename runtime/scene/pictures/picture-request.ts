import { createPieceReceiver, createPieceSender } from './piece-exchange.ts';
import type { Transferable } from 'node:worker_threads';
import type { Frame, GeometryPiece, PixelsPiece } from './frame.ts';
import type { SentPiece } from './piece-exchange.ts';

/** A frame on its way to the thread that draws it. */
export interface PictureRequest extends Omit<Frame, 'geometries' | 'pixels'> {
  readonly geometries: readonly SentPiece<GeometryPiece>[];
  readonly pixels: readonly SentPiece<PixelsPiece>[];
}

/** Makes requests for one thread, from its start on. */
export const createRequestWriter = () => {
  const geometries = createPieceSender<GeometryPiece>();
  const pixels = createPieceSender<PixelsPiece>();
  return (frame: Frame): PictureRequest => ({
    ...frame,
    geometries: geometries(frame.geometries),
    pixels: pixels(frame.pixels),
  });
};

/** Reads requests in the thread. */
export const createRequestReader = () => {
  const geometries = createPieceReceiver<GeometryPiece>();
  const pixels = createPieceReceiver<PixelsPiece>();
  return (request: PictureRequest): Frame => ({
    ...request,
    geometries: geometries(request.geometries),
    pixels: pixels(request.pixels),
  });
};

/** What of a request the thread takes over; the frame that it was made of cannot be used afterwards. */
export const ownMemoryOf = ({
  surfaces,
  objects,
  parts,
  bones,
  morphWeights,
  view,
}: PictureRequest): Transferable[] =>
  [surfaces, objects, parts, bones, morphWeights, view.fromWorld, view.projection].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );
