import { actionsByName } from '#spec/actions/index.ts';
import { eventTypes } from '#spec/events.ts';
import { discoverableDataTypes } from '#spec/runtime-link/commands.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import type { NodeDefinition } from './nodes/dsl/define-node.ts';

/** Returns the capabilities of this project's runtime. */
export const getRuntimeCapabilities = (definitions: ReadonlyMap<string, NodeDefinition>): Hello['can'] => ({
  nodeTypes: [...definitions.values()].map(({ type }) => type.enumValue),
  actions: [...actionsByName.values()].map(({ name }) => name),
  events: [...eventTypes],
  discovery: [...discoverableDataTypes],
  ...{ properties: true, playbacks: true, input: true, projects: true, changes: true, customEvents: true },
});
