import { ApiError } from '#spec/errors.ts';

/**
 * Rejects nodes that can't become a graph of their own, or take the place of a call.
 * @param hint what to change
 * @throws ApiError INVALID_VALUE
 */
export const rejectSelection = (reason: string, hint = ''): never => {
  const route = 'GET /api/graphs/{graphId} shows the nodes and connections.';
  throw new ApiError('INVALID_VALUE', reason, undefined, hint === '' ? route : `${hint} ${route}`);
};
