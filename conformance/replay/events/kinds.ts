import { kindRows } from '../../target/hub/event-kinds.ts';
import { requirements } from '../../requirements/index.ts';

/** Why the kit knows no way to set a kind off. */
export const whyNoRecipe = (kind: string): string => {
  const row = kindRows[kind];
  if (row === undefined) return 'the description does not name it';
  const planned = requirements.find(({ id }) => id === row)?.planned;
  return planned === undefined ? 'the kit knows no way to set it off' : `still lacks ${planned}`;
};
