/** Reads what an engine offers by declarations: actions of the catalog, and everything of its own. */
import { findActionByName } from '#spec/actions/find-action.ts';
import { actionsByName } from '#spec/actions/index.ts';
import { RuntimeExtension } from '#spec/runtime-link/runtime-extension.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { readExtension } from '../link/remote/read-extension.ts';
import { describeOwnNode } from './own-nodes.ts';
import { toJsonSchema } from './port-schemas.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { LoadedExtension } from '../link/runtime-link.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { ApiError } from '#spec/errors.ts';
import type { Action, Engine, JsonSchema, Properties } from './api.ts';

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
const toObjectSchema = (declared: Properties | undefined, where: string): JsonSchema => {
  const properties = Object.entries(declared ?? {}).map(
    ([name, schema]) => [name, toJsonSchema(schema, `'${name}' of ${where}`)] as const,
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.filter(([, schema]) => !('default' in schema)).map(([name]) => name),
  };
};

/** Replaces the index of an item in an error by the name of the item, which its author knows. */
const nameItems = (reason: string, { actions, ...lists }: RuntimeExtension): string =>
  reason.replace(/^(?:extension\.)?(actions|dataTypes|nodeTypes|events)\.(\d+)\.?/, (path, list, index) => {
    const items: readonly object[] = { actions, ...lists }[list as 'actions'];
    const [name] = Object.values(items[Number(index)] ?? {});
    return typeof name === 'string' ? `'${name}': ` : path;
  });

/** @throws Error that names the invalid declaration */
const loadExtension = (declared: RuntimeExtension): LoadedExtension => {
  const { data, error } = RuntimeExtension.safeParse(declared, validationMessages);
  if (error) throw new Error(nameItems(describeFirstProblem(error), declared));
  try {
    return readExtension(data, []);
  } catch (failure) {
    throw new Error(nameItems((failure as ApiError).reason, declared));
  }
};

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
  for (const [name] of own) {
    if (name.startsWith(`${prefix}.`)) continue;
    const [nearest] = suggestNames(
      name,
      [...actionsByName.values()].map((action) => action.name),
    );
    const hint = nearest === undefined ? '' : ` Did you mean '${nearest}'?`;
    throw new Error(
      `There is no action '${name}' in the catalog, and the names of your own start with '${prefix}.'.${hint}`,
    );
  }
  const extension =
    firstName === undefined
      ? undefined
      : {
          prefix: prefix ?? '',
          actions: own.map(([name, { summary = name, parameters, result, timeout }]) => ({
            ...{ name, summary, parameters: toObjectSchema(parameters, name) },
            result: toObjectSchema(result, `the result of ${name}`),
            ...(timeout !== undefined && { timeout }),
          })),
          dataTypes: Object.entries(dataTypes).map(([name, { description }]) => ({ name, description })),
          nodeTypes: ownNodes.map(describeOwnNode),
          events: Object.entries(eventKinds).map(([type, { summary, data, subject = [] }]) => ({
            ...{ type, summary, data: toObjectSchema(data, type), subject: [...subject] },
          })),
        };
  const loaded = extension && loadExtension(extension);
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
