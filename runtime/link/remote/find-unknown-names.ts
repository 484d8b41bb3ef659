import { actionsByName } from '#spec/actions/index.ts';
import { events } from '#spec/events.ts';
import { isDiscoverableDataType } from '#spec/runtime-link/commands.ts';
import { RuntimeCapabilities, type UnknownNames } from '#spec/runtime-link/messages.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { LoadedExtension } from '../runtime-link.ts';

/**
 * Returns the names in `can` that the service doesn't know, by list. They have no effect, so that a runtime that
 * supports more than the service can still connect.
 * @param can the capabilities as the runtime sent them
 * @param nodeTypes the node types of the service
 * @param extension what the runtime offers besides the service's catalog; it may list these names in `can`, too
 * @returns an object without fields if the service knows all names
 */
export const findUnknownNames = (
  can: Readonly<Record<string, unknown>>,
  nodeTypes: readonly NodeType[],
  extension: LoadedExtension | undefined,
): UnknownNames => {
  const knownNodeTypes = new Set(
    [...nodeTypes, ...(extension?.nodeTypes ?? [])].map(({ enumValue }) => enumValue.toLowerCase()),
  );
  const isKnown: Readonly<Record<keyof UnknownNames, (name: string) => boolean>> = {
    nodeTypes: (name) => knownNodeTypes.has(name.toLowerCase()),
    actions: (name) =>
      actionsByName.has(name.toLowerCase()) || extension?.actions.has(name.toLowerCase()) === true,
    events: (name) => Object.hasOwn(events, name) || extension?.events.has(name) === true,
    discovery: (name) =>
      isDiscoverableDataType(name) || extension?.dataTypes.some((own) => own.name === name) === true,
    can: (name) => Object.hasOwn(RuntimeCapabilities.shape, name),
  };
  const listed: Readonly<Record<string, unknown>> = { ...can, can: Object.keys(can) };
  const unknown = Object.entries(isKnown).map(([list, hasName]) => {
    const names = (listed[list] ?? []) as readonly string[];
    return [list, names.filter((name) => !hasName(name))] as const;
  });
  return Object.fromEntries(unknown.filter(([, names]) => names.length > 0));
};
