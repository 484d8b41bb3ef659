import { ApiError } from '#spec/errors.ts';
import type { Viewers } from '../viewers/viewers.ts';

/** On a host that has none of the files that the viewers load. */
export const noViewers: Viewers = {
  live: { index: async () => undefined, read: async () => undefined },
  reference: async () => {
    throw new ApiError('ROUTE_NOT_FOUND', 'This host has no reference page; /openapi.json says the same.');
  },
};
