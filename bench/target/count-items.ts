import { toJsonObject } from './loose-json.ts';
import type { Target } from './target.ts';

/**
 * Counts the items in the wrapped form of a list.
 * @throws Error when the response does not contain a count
 */
export const countItems = async (target: Target, path: string): Promise<number> => {
  const { totalCount } = toJsonObject(await target.call('GET', `${path}?wrap=true&limit=1`));
  if (typeof totalCount !== 'number') throw new Error(`GET ${path}?wrap=true returned no totalCount`);
  return totalCount;
};
