import { portRecord } from '#runtime/controller/graphs/records.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const getPortOptions = handle(
  ports.getPortOptions,
  ({ params, end: { node, port } }, { controller, fail }) => {
    const { options } = portRecord(controller.store, node, port);
    if (port.type === 'Dropdown') return options ?? [];
    return fail(
      'INVALID_VALUE',
      `'${port.name}' is of type ${port.type}; only Dropdown ports have options.`,
      undefined,
      `GET /api/ports/${params.portId} shows the port.`,
    );
  },
);
