import { ApiError } from '#spec/errors.ts';
import type { PageAssets } from '../viewers/page-assets.ts';

/** On a host that has none of the files that the viewers load. */
export const noViewers: PageAssets = {
  live: { index: async () => undefined, read: async () => undefined },
  reference: async () => {
    throw new ApiError('ROUTE_NOT_FOUND', 'This host has no reference page; /openapi.json says the same.');
  },
};
