import { isRecord, filterStrings, walkJson } from '../json.ts';

const tagKeys = ['tag', 'object', 'objectTag', 'sceneObject', 'name', 'id'];

/** Returns the strings in a response that may be the tag of its object, most likely first. */
export const findObjectTags = (response: unknown): readonly string[] => {
  const records = [...walkJson(response)].filter(isRecord);
  return filterStrings(tagKeys.flatMap((name) => records.map((record) => record[name])));
};
