import { ApiError } from '#spec/errors.ts';
import type { PageAssets } from '../viewers/page-file-types.ts';

const rejectGuide = async (): Promise<never> => {
  const reason = 'This host has no guides. They are in the npm package, in spec/guides.';
  throw new ApiError('ROUTE_NOT_FOUND', reason);
};

/** The page assets for hosts that don't have the viewers' files. */
export const noViewers: PageAssets = {
  guides: { index: rejectGuide, guide: rejectGuide },
  live: { index: async () => undefined, read: async () => undefined },
  reference: async () => {
    throw new ApiError(
      'ROUTE_NOT_FOUND',
      'This host has no reference page. /openapi.json has the same content.',
    );
  },
};
