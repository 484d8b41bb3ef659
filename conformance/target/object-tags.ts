import { isRecord, filterStrings, walkJson } from '../json.ts';

const tagKeys = ['tag', 'object', 'objectTag', 'sceneObject', 'name', 'id'];

/** The texts in an answer that may be the tag of an object that it tells of, the likeliest first. */
export const findObjectTags = (answer: unknown): readonly string[] => {
  const records = [...walkJson(answer)].filter(isRecord);
  return filterStrings(tagKeys.flatMap((name) => records.map((record) => record[name])));
};
