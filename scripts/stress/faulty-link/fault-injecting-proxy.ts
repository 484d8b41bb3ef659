/** A proxy between a service and its runtime. The proxy injects random faults into their messages. */
import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';

/**
 * What can happen to a message. The first three faults are harmless: the message arrives unchanged, but late or in
 * pieces.
 */
const injectedFaults = [
  'delayed',
  'in pieces',
  'held back',
  'dropped',
  'doubled',
  'joined',
  'garbled',
  'cut short',
] as const;
type InjectedFault = (typeof injectedFaults)[number];
const benignFaults: readonly InjectedFault[] = ['delayed', 'in pieces', 'held back'];

interface Proxy {
  readonly url: string;
  /** Number of messages in both directions. */
  readonly passed: number;
  /** Number of injected faults, keyed by kind. */
  readonly done: ReadonlyMap<InjectedFault, number>;
  /** How the connections ended after harmful faults. */
  readonly endings: readonly string[];
  close(): Promise<void>;
}

interface ProxyOptions {
  /** Address of the service's runtime link. */
  readonly url: string;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  chance(): number;
  /** Number of harmful faults per thousand messages. `benignPerMille` is the number of harmless faults. */
  readonly harmfulPerMille: number;
  readonly benignPerMille: number;
}

/** Maximum delay in milliseconds. Later messages wait until a delayed message has been sent. */
const maxDelayMs = 20;

export const startFaultInjectingProxy = async ({
  url,
  chance,
  harmfulPerMille,
  benignPerMille,
}: ProxyOptions): Promise<Proxy> => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const done = new Map<InjectedFault, number>();
  const endings: string[] = [];
  let passedCount = 0;

  const drawFault = (candidates: readonly InjectedFault[]): InjectedFault => {
    // biome-ignore lint/style/noNonNullAssertion: the place is within the list
    const injected = candidates[Math.floor(chance() * candidates.length)]!;
    done.set(injected, (done.get(injected) ?? 0) + 1);
    return injected;
  };
  const drawRandomFault = (): InjectedFault | undefined => {
    const drawnNumber = chance() * 1_000;
    if (drawnNumber < harmfulPerMille)
      return drawFault(injectedFaults.filter((injected) => !benignFaults.includes(injected)));
    return drawnNumber < harmfulPerMille + benignPerMille ? drawFault(benignFaults) : undefined;
  };

  server.on('connection', (runtime) => {
    const service = new WebSocket(url, { perMessageDeflate: false });
    const opened = once(service, 'open').catch(() => {});
    let lastFault: InjectedFault | undefined;

    const forward = (from: WebSocket, to: WebSocket): void => {
      let queue: Promise<unknown> = opened;
      let heldBytes: Buffer | undefined;
      const forwardMessage = async (content: Buffer, binary: boolean): Promise<void> => {
        passedCount += 1;
        const message = heldBytes ? Buffer.concat([heldBytes, content]) : content;
        heldBytes = undefined;
        const injected = drawRandomFault();
        if (injected && !benignFaults.includes(injected)) lastFault = injected;
        const sendPart = (bytes: Buffer, fin = true): void => {
          if (to.readyState === to.OPEN) to.send(bytes, { binary, fin });
        };
        const middle = Math.floor(chance() * message.length);
        if (injected === 'delayed' || injected === 'held back')
          await new Promise((resolve) =>
            setTimeout(resolve, injected === 'delayed' ? maxDelayMs : 5 * maxDelayMs),
          );
        if (injected === 'dropped') return;
        if (injected === 'joined') {
          heldBytes = message;
        } else if (injected === 'in pieces' && message.length > 1) {
          sendPart(message.subarray(0, middle), false);
          sendPart(message.subarray(middle));
        } else if (injected === 'cut short') {
          sendPart(message.subarray(0, middle));
        } else if (injected === 'garbled') {
          const garbled = Buffer.from(message);
          garbled[middle] = Math.floor(chance() * 256);
          sendPart(garbled);
        } else {
          sendPart(message);
          if (injected === 'doubled') sendPart(message);
        }
      };
      from.on('message', (data, binary) => {
        queue = queue.then(() => forwardMessage(data as Buffer, binary));
      });
    };
    forward(runtime, service);
    forward(service, runtime);
    const endBoth = (side: string) => (code: number, reason: Buffer) => {
      if (lastFault) endings.push(`${lastFault}: ${side} ended it with ${code} ${reason}`);
      lastFault = undefined;
      runtime.close();
      service.close();
    };
    runtime.on('error', () => {});
    service.on('error', () => runtime.close());
    runtime.on('close', endBoth('the runtime'));
    service.on('close', endBoth('the service'));
  });

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passed() {
      return passedCount;
    },
    done,
    endings,
    async close() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
