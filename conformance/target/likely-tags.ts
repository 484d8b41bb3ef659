import { isRecord, stringsOf, walk } from '../json.ts';

const names = ['tag', 'object', 'objectTag', 'sceneObject', 'name', 'id'];

/** The texts in an answer that may be the tag of an object that it tells of, the likeliest first. */
export const likelyTagsIn = (answer: unknown): readonly string[] => {
  const records = [...walk(answer)].filter(isRecord);
  return stringsOf(names.flatMap((name) => records.map((record) => record[name])));
};
