import type { SharedResource } from './render-frame.ts';

/** A resource, or the serial number of a resource that the receiver already has. */
export type SentResource<P extends SharedResource> = P | number;

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
