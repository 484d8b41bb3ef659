import { nodeTypes } from '#runtime/nodes/index.ts';
import type { FixedPortNodeType } from '../target/node-catalogue.ts';

/** The node types of this package whose ports stay as they are, as the API would show them. */
export const fixedPortNodeTypes: readonly FixedPortNodeType[] = nodeTypes
  .filter(({ ports }) => !ports.some((port) => port.affectsNodePorts))
  .map(({ enumValue, ports }) => ({
    enumValue,
    ports: ports.map(({ name, type, direction }) => ({ name, type, direction })),
  }));
