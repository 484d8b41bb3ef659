import { parseActionSchema } from '../target/action-schema.ts';
import type { AuditTools } from '../audit.ts';

/**
 * Returns the name of a parameter that the description does not name: the name in the manifest, or else the first usual
 * name that the target's action schema declares. The audit ends as NOT_VERIFIED if there is none, because a parameter
 * that the kit has made up must not be sent.
 */
export const findParameterName = async (
  t: AuditTools,
  action: string,
  usualNames: readonly [string, ...string[]],
): Promise<string> => {
  const [meaning] = usualNames;
  const configured = t.manifest.choices.parameters[action]?.[meaning];
  if (configured !== undefined) return configured;
  const actions = parseActionSchema((await t.http.get('/api/actions/schema')).json, t.fields);
  const { parameters = [] } = actions.find(({ name }) => name === action) ?? {};
  const declared = usualNames
    .map((usual) => parameters.find(({ name }) => name.toLowerCase() === usual.toLowerCase()))
    .find((found) => found !== undefined);
  return (
    declared?.name ??
    t.unverified(
      `a parameter of ${action} for the ${meaning}, in the action schema (choices.parameters "${action}", with the key "${meaning}")`,
    )
  );
};
