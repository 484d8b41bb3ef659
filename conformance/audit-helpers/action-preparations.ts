import { compileExpression } from '../target/field-readers/jsonata-expression.ts';
import { runAction } from './run-action.ts';
import type { AuditTools } from '../audit.ts';
import type { JsonRecord } from '../json.ts';
import type { ActionDefinition, ActionParameter } from '../target/action-schema.ts';

/** Whether a parameter has one of the names that the description uses for the tag of a scene object. */
export const isObjectParameter = ({ name }: ActionParameter): boolean => /^(object|sceneObject)$/i.test(name);

/**
 * Sends the calls that must precede an action so that it can succeed, as specified in the manifest.
 * @returns the action's parameters that come from the responses to these calls
 */
export const runPreparations = async (
  t: AuditTools,
  action: ActionDefinition,
  object: string,
  actions: readonly ActionDefinition[],
): Promise<JsonRecord> => {
  const parameters: Record<string, unknown> = {};
  for (const before of t.manifest.choices.preparations[action.name] ?? []) {
    const definition = actions.find(({ name }) => name === before.action);
    const isOfObject = definition?.parameters.some(isObjectParameter) ?? true;
    const reply = await runAction(t, before.action, { ...before.parameters, ...(isOfObject && { object }) });
    for (const [parameter, path] of Object.entries(before.gives)) {
      const value = reply.ok ? compileExpression(path)(reply.json) : undefined;
      if (value !== undefined) parameters[parameter] = value;
    }
  }
  return parameters;
};
