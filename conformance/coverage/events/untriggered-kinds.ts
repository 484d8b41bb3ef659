import { requirementsByKind } from '../../target/hub/event-kinds.ts';
import { requirements } from '../../requirements/index.ts';

/** Kinds that an audit sets off which nothing else may run beside or after. */
const kindsTriggeredByAudit: Readonly<Record<string, string>> = {
  'scene.activated': 'hub/scene-comes-and-goes',
  'scene.deactivated': 'hub/scene-comes-and-goes',
};

/** Why the kit knows no way to set a kind off. */
export const explainMissingRecipe = (kind: string): string => {
  const audit = kindsTriggeredByAudit[kind];
  if (audit !== undefined) return `left to ${audit}: every object of the scene goes by it`;
  const row = requirementsByKind[kind];
  if (row === undefined) return 'the description does not name it';
  const planned = requirements.find(({ id }) => id === row)?.planned;
  return planned === undefined ? 'the kit knows no way to set it off' : `still lacks ${planned}`;
};
