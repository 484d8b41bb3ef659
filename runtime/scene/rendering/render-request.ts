import type { Transferable } from 'node:worker_threads';
import type {
  RenderFrame,
  SharedGeometry,
  SharedPixels,
  SharedResource,
} from '../../kernels/rasterizer/render-frame.ts';

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

/** A resource, or the serial number of a resource that the receiver already has. */
type SentResource<P extends SharedResource> = P | number;

/**
 * Creates a sender that sends only the resources that were not in the previous message. The receiver keeps exactly the
 * resources of the last message, so the sender knows what the receiver has.
 */
export const createResourceSender = <P extends SharedResource>() => {
  let receiverSerials = new Set<number>();
  return (resources: readonly P[]): SentResource<P>[] => {
    const previous = receiverSerials;
    receiverSerials = new Set(resources.map(({ serial }) => serial));
    return resources.map((resource) => (previous.has(resource.serial) ? resource.serial : resource));
  };
};

/** Creates a receiver that restores the resources which the sender leaves out. */
export const createResourceReceiver = <P extends SharedResource>() => {
  let received = new Map<number, P>();
  return (sent: readonly SentResource<P>[]): P[] => {
    const resources = sent.map((resource): P => {
      if (typeof resource !== 'number') return resource;
      const resolved = received.get(resource);
      if (!resolved) throw new Error(`Resource ${resource} was not sent.`);
      return resolved;
    });
    received = new Map(resources.map((resource) => [resource.serial, resource]));
    return resources;
  };
};
