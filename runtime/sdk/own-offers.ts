/** Reads what an engine offers by declarations: actions of the catalog, and everything of its own. */
import { findActionByName } from '#spec/actions/find-action.ts';
import { RuntimeExtension } from '#spec/runtime-link/runtime-extension.ts';
import { readExtension } from '../link/remote/read-extension.ts';
import { describeOwnNode } from './own-nodes.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { LoadedExtension } from '../link/runtime-link.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { Action, Engine, JsonSchema } from './api.ts';

interface OwnOffers<Handle> {
  /** What the runtime offers besides the catalog. */
  readonly extension: RuntimeExtension | undefined;
  /** The actions of the extension, keyed by their names in lower case. */
  readonly namedActions: ReadonlyMap<string, NamedAction>;
  /** The event kinds of the extension, keyed by type. */
  readonly events: LoadedExtension['events'] | undefined;
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
 * @param ownNodes the definitions of its node types
 * @throws Error that names the invalid declaration
 */
export const readOwnOffers = <Handle>(
  { prefix, actions = {}, dataTypes = {}, eventKinds = {} }: Engine<Handle>,
  ownNodes: readonly NodeDefinition[],
): OwnOffers<Handle> => {
  const declared = Object.entries(actions);
  const own = declared.filter(([name]) => !findActionByName(name));
  const ownNames = [
    ...own.map(([name]) => name),
    ...ownNodes.map(({ type }) => type.enumValue),
    ...Object.keys(dataTypes),
    ...Object.keys(eventKinds),
  ];
  const [firstName] = ownNames;
  if (firstName !== undefined && prefix === undefined)
    throw new Error(`'${firstName}' is not in the catalog, so the engine needs a prefix.`);
  const extension =
    firstName === undefined
      ? undefined
      : RuntimeExtension.parse({
          prefix,
          actions: own.map(([name, { summary = name, parameters, result, timeout }]) => ({
            ...{ name, summary, parameters: toObjectSchema(parameters), result: toObjectSchema(result) },
            ...(timeout !== undefined && { timeout }),
          })),
          dataTypes: Object.entries(dataTypes).map(([name, { description }]) => ({ name, description })),
          nodeTypes: ownNodes.map(describeOwnNode),
          events: Object.entries(eventKinds).map(([type, { summary, data, subject = [] }]) => ({
            ...{ type, summary, data: toObjectSchema(data), subject },
          })),
        });
  const loaded = extension && readExtension(extension, []);
  const namedActions = loaded?.actions ?? new Map<string, NamedAction>();
  return {
    ...{ extension, namedActions, events: loaded?.events },
    actions: declared.map(([name, action]) => {
      const named = findActionByName(name) ?? namedActions.get(name.toLowerCase());
      if (!named) throw new Error(`There is no action '${name}'.`);
      return [named.spec, named.name, action] as const;
    }),
  };
};
