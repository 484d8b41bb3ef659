import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGraphRunning } from '../testing-events.ts';
import { createSignalRClient, serveHub } from '../testing-served-hub.ts';
import type { HubConnection } from '@microsoft/signalr';
import type { Protocol, ServedHub } from '../testing-served-hub.ts';

let served: ServedHub;
let client: HubConnection | undefined;

beforeEach(async () => {
  served = await serveHub();
});

afterEach(async () => {
  await client?.stop();
  await served.close();
});

const getLastSeq = 600;
const allSeqs = Array.from({ length: getLastSeq }, (_, index) => index + 1);

/** Raises events up to this sequence number, one in each turn. */
const raiseEvents = async (upTo: number) => {
  while (served.bus.seq < upTo) {
    served.bus.publish([createGraphRunning(`g${served.bus.seq + 1}`)]);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

/**
 * Collects the sequence numbers of received events. `complete` resolves when the event with number `upTo` has arrived.
 */
const collectSeqs = (connection: HubConnection, upTo: number) => {
  const received: number[] = [];
  const complete = new Promise<void>((resolve) => {
    connection.on('ReceiveEvent', ({ seq }: { seq: number }) => {
      received.push(seq);
      if (seq === upTo) resolve();
    });
  });
  return { received, complete };
};

/**
 * Resumes after the last received event whenever the client reconnects.
 * @returns an array to which the result of each resume is added
 */
const resumeOnReconnect = (connection: HubConnection, received: readonly number[]): readonly unknown[] => {
  const responses: unknown[] = [];
  connection.onreconnected(async () => {
    const response = await connection.invoke('Resume', 's1', received.at(-1) ?? 0);
    await connection.invoke('Subscribe', ['graph.*']);
    responses.push(response);
  });
  return responses;
};

describe.each<Protocol>(['json', 'messagepack'])('the SignalR client over %s', (protocol) => {
  it('with stateful reconnect gets every event once and in order, though its socket is cut three times', async () => {
    const connection = createSignalRClient(served.address, {
      protocol,
      configure: (builder) => builder.withStatefulReconnect(),
    });
    client = connection;
    const { received, complete } = collectSeqs(connection, getLastSeq);
    await connection.start();
    await connection.invoke('Subscribe', ['graph.*']);
    for (const position of [150, 300, 450]) {
      await raiseEvents(position);
      served.dropConnections();
    }
    await raiseEvents(getLastSeq);
    await complete;
    expect(received).toEqual(allSeqs);
    expect(served.hub.connections).toBe(1);
  });

  it('with stateful reconnect has its calls run once and answered, though its socket is cut meanwhile', async () => {
    const connection = createSignalRClient(served.address, {
      protocol,
      configure: (builder) => builder.withStatefulReconnect(),
    });
    client = connection;
    const responses: unknown[] = [];
    connection.on('ActionResponse', ({ requestId }: { requestId: string }) => responses.push(requestId));
    await connection.start();
    const requests = Array.from({ length: 40 }, (_, index) => `r${index}`);
    const sent = requests.map((RequestId, index) => {
      if (index % 10 === 5) served.dropConnections();
      return connection.invoke('SendAction', { Action: 'a.b', RequestId });
    });
    await Promise.all(sent);
    expect(responses).toEqual(requests);
    expect(served.bus.seq).toBe(requests.length);
  });

  it('with stateful reconnect is closed with a reason, and can stop by itself', async () => {
    const [closed, stopping] = [1, 2].map(() =>
      createSignalRClient(served.address, {
        protocol,
        configure: (builder) => builder.withStatefulReconnect(),
      }),
    );
    const reason = new Promise<Error | undefined>((resolve) => closed!.onclose(resolve));
    await Promise.all([closed!.start(), stopping!.start()]);
    await stopping!.stop();
    await served.hub.close('Good night');
    expect((await reason)?.message).toContain('Good night');
    expect(served.hub.connections).toBe(0);
  });

  it('that missed more than is retained for stateful reconnect starts anew and resumes', async () => {
    await served.close();
    served = await serveHub({ limits: { maxUnacknowledgedBytes: 2_000 } });
    const connection = createSignalRClient(served.address, {
      protocol,
      configure: (builder) => builder.withStatefulReconnect().withAutomaticReconnect([0, 0, 10]),
    });
    client = connection;
    const { received, complete } = collectSeqs(connection, getLastSeq);
    const reconnected = resumeOnReconnect(connection, received);
    await connection.start();
    await connection.invoke('Subscribe', ['graph.*']);
    await raiseEvents(100);
    served.dropConnections();
    served.bus.publish(Array.from({ length: 100 }, (_, index) => createGraphRunning(`g${index}`)));
    await raiseEvents(getLastSeq);
    await complete;
    expect(received).toEqual(allSeqs);
    await expect.poll(() => reconnected).toHaveLength(1);
  });

  it('with automatic reconnect resumes, and gets every event once and in order', async () => {
    const connection = createSignalRClient(served.address, {
      protocol,
      configure: (builder) => builder.withAutomaticReconnect([0, 0, 10]),
    });
    client = connection;
    const { received, complete } = collectSeqs(connection, getLastSeq);
    const reconnected = resumeOnReconnect(connection, received);
    await connection.start();
    await connection.invoke('Subscribe', ['graph.*']);
    await raiseEvents(200);
    served.dropConnections();
    await raiseEvents(400);
    await expect.poll(() => reconnected).toHaveLength(1);
    served.dropConnections();
    await raiseEvents(getLastSeq);
    await complete;
    expect(received).toEqual(allSeqs);
    await expect.poll(() => reconnected).toHaveLength(2);
    expect(reconnected[0]).toMatchObject({ streamId: 's1', replayed: 0 });
  });
});
