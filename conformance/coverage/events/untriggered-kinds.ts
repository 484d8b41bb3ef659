import { requirementsByKind } from '../../target/hub/event-kinds.ts';
import { requirements } from '../../requirements/index.ts';

/** Kinds that only separate audits trigger, because nothing else may run during or after these audits. */
const kindsTriggeredByAudit: Readonly<Record<string, string>> = {
  'scene.activated': 'hub/scene-comes-and-goes',
  'scene.deactivated': 'hub/scene-comes-and-goes',
};

/** Explains why the kit can't trigger a kind. */
export const explainMissingRecipe = (kind: string): string => {
  const audit = kindsTriggeredByAudit[kind];
  if (audit !== undefined) return `left to ${audit}: it removes every object of the scene`;
  const row = requirementsByKind[kind];
  if (row === undefined) return 'the description does not name it';
  const planned = requirements.find(({ id }) => id === row)?.planned;
  return planned === undefined ? 'the kit knows no way to trigger it' : `still lacks ${planned}`;
};
