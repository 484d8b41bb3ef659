import { portRecord } from '#runtime/graph/records.ts';
import { ports } from '#spec/rest/ports.ts';
import { handle } from '../../pipeline/handle.ts';

export const getPortOptions = handle(
  ports.getPortOptions,
  ({ end: { node, port } }, { controller, fail }) => {
    const { options } = portRecord(controller.store, node, port);
    return (
      options ??
      fail('INVALID_VALUE', `'${port.name}' is of type ${port.type}; only Dropdown ports have options.`)
    );
  },
);
