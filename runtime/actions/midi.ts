import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

export const midiHandlers = {
  send: ({ device, message, channel, data1, data2 }, { midi: ports }) => {
    ports.send(device, message, channel, data1, data2);
    return { sent: true };
  },
  subscribe: ({ device, channel, messages }, { midi: ports }) => ({
    subscriptionId: ports.subscribe({ device, channel, messages }),
  }),
  unsubscribe: ({ subscriptionId, device }, { midi: ports }) => ({
    count: ports.unsubscribe({ subscriptionId, device }),
  }),
  devices: (_, { midi: ports }) => {
    const { inputs, outputs } = ports.listDevices();
    return { inputs: [...inputs], outputs: [...outputs] };
  },
  panic: ({ device }, { midi: ports }) => ({ devices: ports.panic(device) }),
} satisfies ActionHandlers<Actions['midi']>;
