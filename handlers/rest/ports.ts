import { ApiError } from '#spec/errors.ts';
import {
  type PortWriteResult,
  setPortDisabled,
  setPortExpanded,
  writePortEnd,
} from '../controller/graphs/graph-edits.ts';
import { toNodeRecord, toPortRecord } from '../controller/graphs/graph-records.ts';
import { discoverItems } from '../service-capabilities.ts';
import { toPortWithSubPorts } from './records.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { portOperations } from '#spec/rest/ports.ts';
import type { GraphStore } from '../controller/graphs/graph-store.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const portHandlers: Handlers<typeof portOperations> = {
  getPortValue({ end: { node, port } }, { controller }) {
    const { id, type, value = null, isSensitive, hasValue } = toPortRecord(controller.store, node, port);
    return { portId: id, type, value, ...(isSensitive && { isSensitive, hasValue }) };
  },

  /**
   * Responds synchronously if nothing is sent to the runtime, because clients make this call more often than any other.
   */
  setPortValue({ end, body }, { controller }) {
    const { store } = controller;
    const updated = writePortEnd(store, end, body.value);
    const { type, direction } = updated.port;
    const isPress = type === 'Button' && direction === 'output' && body.value === true;
    return isPress
      ? controller.pressButton(updated).then((pressed) => ({ ...toWrittenPort(store, updated), pressed }))
      : toWrittenPort(store, updated);
  },

  getPort: ({ end: { node, port } }, { controller }) => toPortRecord(controller.store, node, port),

  listNodePorts: ({ node }, { controller }) =>
    node.ports.map((port) => toPortRecord(controller.store, node, port)),

  async getPortOptions({ params, end: { node, port } }, { controller, link, fail }) {
    if (port.type === 'Dropdown') {
      const { store } = controller;
      const declaredOptions = toPortRecord(store, node, port).options;
      if (declaredOptions) return declaredOptions;
      const discovered = await discoverNames(link, port).catch((failure: unknown) => {
        if (failure instanceof ApiError) return store.listedOptions.get(port.optionsFrom) ?? [];
        throw failure;
      });
      store.listedOptions.set(port.optionsFrom, discovered);
      return discovered;
    }
    return fail(
      'INVALID_VALUE',
      `'${port.name}' is of type ${port.type}; only Dropdown ports have options.`,
      undefined,
      `GET /api/ports/${params.portId} shows the port.`,
    );
  },

  expandPort({ end }, { controller }) {
    setPortExpanded(controller.store, end, true);
    return toPortWithSubPorts(controller.store, end);
  },

  collapsePort({ end }, { controller }) {
    setPortExpanded(controller.store, end, false);
    return toPortWithSubPorts(controller.store, end);
  },

  disablePort({ end }, { controller }) {
    setPortDisabled(end, true);
    return toPortRecord(controller.store, end.node, end.port);
  },

  enablePort({ end }, { controller }) {
    setPortDisabled(end, false);
    return toPortRecord(controller.store, end.node, end.port);
  },
};

/** Returns names that only the runtime knows; without a runtime, returns none. The port accepts other names too. */
const discoverNames = async (
  link: RuntimeLink,
  { optionsFrom }: PortDeclaration,
): Promise<readonly string[]> => {
  const list = async (dataType: 'midi-devices' | 'input-action') =>
    link.connected ? discoverItems(link, dataType) : [];
  switch (optionsFrom) {
    case 'midi-inputs':
      return listNames((await list('midi-devices')).filter(({ input }) => input === true));
    case 'midi-outputs':
      return listNames((await list('midi-devices')).filter(({ output }) => output === true));
    case 'input-actions':
      return listNames(await list('input-action'));
    default:
      return [];
  }
};

const listNames = (items: readonly { readonly name?: unknown }[]): readonly string[] =>
  items.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));

/** Creates the response, which contains the whole node if the new value has changed its ports. */
const toWrittenPort = (
  store: GraphStore,
  { node, port, portsChanged, removedConnections }: PortWriteResult,
) => {
  const record = toPortRecord(store, node, port);
  return portsChanged
    ? {
        ...record,
        node: toNodeRecord(store, node),
        removedConnectionIds: removedConnections.map(({ id }) => id),
      }
    : record;
};
