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

const tagKeys = ['tag', 'object', 'objectTag', 'sceneObject', 'name', 'id'];

/** Returns the strings in a response that may be the tag of its object, most likely first. */
export const findObjectTags = (response: unknown): readonly string[] => {
  const records = [...walkJson(response)].filter(isRecord);
  return filterStrings(tagKeys.flatMap((name) => records.map((record) => record[name])));
};
