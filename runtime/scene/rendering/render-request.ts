import { createResourceReceiver, createResourceSender } from './resource-transfer.ts';
import type { Transferable } from 'node:worker_threads';
import type { RenderFrame, SharedGeometry, SharedPixels } from './render-frame.ts';
import type { SentResource } from './resource-transfer.ts';

/** A frame for the thread that draws it. */
export interface RenderRequest extends Omit<RenderFrame, 'geometries' | 'pixels'> {
  readonly geometries: readonly SentResource<SharedGeometry>[];
  readonly pixels: readonly SentResource<SharedPixels>[];
}

/** Creates the requests for one thread from its start on. */
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

/** Lists the buffers of a request that are transferred to the thread; its frame cannot be used afterwards. */
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
