import { ApiError } from '#spec/errors.ts';
import type { Viewers } from '../viewers/viewers.ts';

/** For hosts without the files of the viewers. */
export const noViewers: Viewers = {
  live: { index: async () => undefined, read: async () => undefined },
  reference: async () => {
    throw new ApiError('ROUTE_NOT_FOUND', 'This host has no reference page. /openapi.json has the same content.');
  },
};
