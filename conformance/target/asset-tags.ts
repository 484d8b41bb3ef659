import { filterStrings, isRecord, walkJson } from '../json.ts';
import type { Fields } from './undocumented-fields.ts';

/** Returns the tags of the elements of lists. Other texts could be mistaken for the tag of someone else's asset. */
export const listAssetTags = (fields: Fields, lists: readonly unknown[]): ReadonlySet<string> =>
  new Set(
    lists
      .flatMap((list) => [...walkJson(list)].filter(Array.isArray).flat())
      .flatMap((element: unknown) =>
        filterStrings([isRecord(element) ? fields.read(element, 'asset.tag') : element]),
      ),
  );
