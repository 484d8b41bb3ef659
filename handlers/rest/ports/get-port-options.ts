import { portRecord } from '#runtime/controller/graphs/records.ts';
import type { RuntimeLink } from '#runtime/link/protocol.ts';
import type { PortDeclaration } from '#runtime/nodes/dsl/node-type.ts';
import { ApiError } from '#spec/errors.ts';
import { portOperations } from '#spec/rest/ports.ts';
import { dataTypesOffered } from '../../offer.ts';
import { handle } from '../../pipeline/handle.ts';

/** Names that only the runtime knows, as discovery lists them; none while it is absent. Such a port takes any other name too. */
const discovered = async (
  link: RuntimeLink,
  { optionsFrom }: PortDeclaration,
): Promise<readonly string[]> => {
  const list = async (dataType: 'midi-devices' | 'input-action') => {
    if (!link.connected || !dataTypesOffered(link).includes(dataType)) return [];
    return (await link.request('discovery.list', { dataType })).items;
  };
  switch (optionsFrom) {
    case 'midi-inputs':
      return namesOf((await list('midi-devices')).filter(({ input }) => input === true));
    case 'midi-outputs':
      return namesOf((await list('midi-devices')).filter(({ output }) => output === true));
    case 'input-actions':
      return namesOf(await list('input-action'));
    default:
      return [];
  }
};

const namesOf = (items: readonly { readonly name?: unknown }[]): readonly string[] =>
  items.flatMap(({ name }) => (typeof name === 'string' ? [name] : []));

export const getPortOptions = handle(
  portOperations.getPortOptions,
  async ({ params, end: { node, port } }, { controller, link, fail }) => {
    if (port.type === 'Dropdown') {
      const { store } = controller;
      const known = portRecord(store, node, port).options;
      if (known) return known;
      const listed = await discovered(link, port).catch((failure: unknown) => {
        if (failure instanceof ApiError) return store.listedOptions.get(port.optionsFrom) ?? [];
        throw failure;
      });
      store.listedOptions.set(port.optionsFrom, listed);
      return listed;
    }
    return fail(
      'INVALID_VALUE',
      `'${port.name}' is of type ${port.type}; only Dropdown ports have options.`,
      undefined,
      `GET /api/ports/${params.portId} shows the port.`,
    );
  },
);
