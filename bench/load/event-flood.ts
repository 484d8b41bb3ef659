/** A runtime that sends many events, and responds at once to its only action. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { toJsonObject } from '../target/loose-json.ts';

export interface FloodOptions {
  /** The address of the runtime link. */
  readonly link: string;
  readonly eventsPerSecond: number;
}

/** The only action of the runtime. */
export const floodAction = 'flood.ping';
const stepsPerSecond = 60;
const eventKind = 'flood.happened';
const objectSchema = { type: 'object' };

const hello = {
  ...{ protocols: [1], name: 'flood', instance: 'flood', stepsPerSecond },
  can: { nodeTypes: [], actions: [], events: [] },
  extension: {
    prefix: 'flood',
    actions: [{ name: floodAction, summary: 'Respond', parameters: objectSchema, result: objectSchema }],
    events: [
      {
        ...{ type: eventKind, summary: 'Something happened' },
        data: { type: 'object', properties: { index: { type: 'integer' } }, required: ['index'] },
      },
    ],
  },
};

export const createEventFlood = () => {
  let close = (): void => {};
  return {
    /** Connects the runtime. From then on, it sends the events of each step in one message. */
    async open({ link, eventsPerSecond }: FloodOptions): Promise<void> {
      const socket = new WebSocket(link, { perMessageDeflate: false });
      await once(socket, 'open');
      const send = (message: object): void => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
      let tick = 0;
      let commands = 0;
      const connected = new Promise<void>((resolve, reject) => {
        socket.on('message', (data) => {
          const { id, method, error } = toJsonObject(JSON.parse(String(data)));
          if (error !== undefined) return reject(new Error(JSON.stringify(error)));
          if (id === 'hello') return send({ method: 'holding', params: { graphs: [], variables: [] } });
          if (id === undefined) return;
          commands += 1;
          const stamp = { tick: tick + 1, seq: commands };
          send({ id, result: method === 'action.run' ? { ...stamp, result: {} } : stamp });
          if (method === 'events.interest') resolve();
        });
      });
      send({ id: 'hello', method: 'hello', params: hello });
      await connected;
      const perStep = Math.round(eventsPerSecond / stepsPerSecond);
      const start = performance.now();
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - start) / 1_000) * stepsPerSecond);
        while (perStep > 0 && tick < due) {
          tick += 1;
          const events = Array.from({ length: perStep }, (_, index) => ({
            ...{ type: eventKind, tick, time: tick / stepsPerSecond },
            data: { index },
          }));
          send({ method: 'events', params: { number: tick, events } });
        }
      }, 1_000 / stepsPerSecond);
      close = () => {
        clearInterval(timer);
        socket.terminate();
      };
    },
    async close(): Promise<void> {
      close();
    },
  };
};
