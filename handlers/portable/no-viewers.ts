import { Fault } from '#spec/errors.ts';
import type { Viewers } from '../viewers/viewers.ts';

const rejectGuide = async (): Promise<never> => {
  throw new Fault('ROUTE_NOT_FOUND', 'This host has no guides. They are in the npm package, in spec/guides.');
};

/** On a host that has none of the files that the viewers load. */
export const noViewers: Viewers = {
  live: { index: async () => undefined, read: async () => undefined },
  guides: async () => {
    throw new Fault(
      'ROUTE_NOT_FOUND',
      'This host has no guides. They are in the npm package, in spec/guides.',
    );
  },
  reference: async () => {
    throw new Fault('ROUTE_NOT_FOUND', 'This host has no reference page; /openapi.json says the same.');
  },
};
