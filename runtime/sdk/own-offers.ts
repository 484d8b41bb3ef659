/** Reads what an engine offers by declarations: actions of the catalog, and actions and data types of its own. */
import { findActionByName } from '#spec/actions/find-action.ts';
import { RuntimeExtension } from '#spec/runtime-link/runtime-extension.ts';
import { readExtension } from '../link/remote/read-extension.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { Action, Engine, JsonSchema } from './api.ts';

interface OwnOffers<Handle> {
  /** What the runtime offers besides the catalog. */
  readonly extension: RuntimeExtension | undefined;
  /** The actions of the extension, keyed by their names in lower case. */
  readonly namedActions: ReadonlyMap<string, NamedAction>;
  /** All declared actions with their contracts. */
  readonly actions: readonly (readonly [spec: ActionSpec, name: string, action: Action<Handle>])[];
}

/** Completes the schemas of properties to the schema of an object. Properties without a default are required. */
const toObjectSchema = (properties: Readonly<Record<string, JsonSchema>> = {}): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => properties[name] && !('default' in properties[name])),
});

/**
 * Reads the declarations of an engine.
 * @throws Error that names the invalid declaration
 */
export const readOwnOffers = <Handle>({
  prefix,
  actions = {},
  dataTypes = {},
}: Engine<Handle>): OwnOffers<Handle> => {
  const declared = Object.entries(actions);
  const own = declared.filter(([name]) => !findActionByName(name));
  const isExtended = own.length > 0 || Object.keys(dataTypes).length > 0;
  if (isExtended && prefix === undefined)
    throw new Error(
      `'${own[0]?.[0] ?? Object.keys(dataTypes)[0]}' is not in the catalog, so the engine needs a prefix.`,
    );
  const extension = isExtended
    ? RuntimeExtension.parse({
        prefix,
        actions: own.map(([name, { summary = name, parameters, result, timeout }]) => ({
          ...{ name, summary, parameters: toObjectSchema(parameters), result: toObjectSchema(result) },
          ...(timeout !== undefined && { timeout }),
        })),
        dataTypes: Object.entries(dataTypes).map(([name, { description }]) => ({ name, description })),
      })
    : undefined;
  const namedActions = extension ? readExtension(extension, []).actions : new Map<string, NamedAction>();
  return {
    ...{ extension, namedActions },
    actions: declared.map(([name, action]) => {
      const named = findActionByName(name) ?? namedActions.get(name.toLowerCase());
      if (!named) throw new Error(`There is no action '${name}'.`);
      return [named.spec, named.name, action] as const;
    }),
  };
};
