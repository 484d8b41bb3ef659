import { createResourceReceiver, createResourceSender } from './resource-transfer.ts';
import type { Transferable } from 'node:worker_threads';
import type { RenderFrame, SharedGeometry, SharedPixels } from './render-frame.ts';
import type { SentResource } from './resource-transfer.ts';

/** A frame as it is sent to the worker thread. */
export interface RenderRequest extends Omit<RenderFrame, 'geometries' | 'pixels'> {
  readonly geometries: readonly SentResource<SharedGeometry>[];
  readonly pixels: readonly SentResource<SharedPixels>[];
}

/**
 * Creates a writer for requests to one worker thread. The writer must write all requests that the thread receives from
 * its start.
 */
export const createRenderRequestWriter = () => {
  const geometries = createResourceSender<SharedGeometry>();
  const pixels = createResourceSender<SharedPixels>();
  return (frame: RenderFrame): RenderRequest => ({
    ...frame,
    geometries: geometries(frame.geometries),
    pixels: pixels(frame.pixels),
  });
};

export const createRenderRequestReader = () => {
  const geometries = createResourceReceiver<SharedGeometry>();
  const pixels = createResourceReceiver<SharedPixels>();
  return (request: RenderRequest): RenderFrame => ({
    ...request,
    geometries: geometries(request.geometries),
    pixels: pixels(request.pixels),
  });
};

/** Lists the buffers that are transferred to the thread. The frame cannot be used after the transfer. */
export const listTransferables = ({
  surfaces,
  objects,
  parts,
  bones,
  morphWeights,
  view,
}: RenderRequest): Transferable[] =>
  [surfaces, objects, parts, bones, morphWeights, view.fromWorld, view.projection].map(
    ({ buffer }) => buffer as ArrayBuffer,
  );
