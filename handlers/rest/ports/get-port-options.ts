import { toPortRecord } from '../../controller/graphs/graph-records.ts';
import type { RuntimeLink } from '#runtime/link/runtime-link.ts';
import type { PortDeclaration } from '#runtime/link/node-type.ts';
import { ApiError } from '#spec/errors.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { listSupportedDataTypes } from '../../service-capabilities.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** Returns names that only the runtime knows; without a runtime, returns none. The port accepts other names too. */
const discoverNames = async (
  link: RuntimeLink,
  { optionsFrom }: PortDeclaration,
): Promise<readonly string[]> => {
  const list = async (dataType: 'midi-devices' | 'input-action') => {
    if (!link.connected || !listSupportedDataTypes(link).includes(dataType)) return [];
    return (await link.request('discovery.list', { dataType })).items;
  };
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

export const getPortOptions = defineHandler(
  portOperations.getPortOptions,
  async ({ params, end: { node, port } }, { controller, link, fail }) => {
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
);
