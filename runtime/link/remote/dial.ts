/** A runtime that looks for its service, and comes back to it. */
import { WebSocket } from 'ws';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { createTargetEnd } from '../target-end.ts';
import { serveConnection } from './runtime-connection.ts';
import { withVersions } from './versioned-end.ts';
import { webSocketLinkWire } from './web-socket-wire.ts';
import type { Duplex } from 'node:stream';
import type { Hello } from '#spec/runtime-link/messages.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { RuntimeTarget } from '../protocol.ts';

interface DialOptions {
  /** Of the runtime link, such as ws://127.0.0.1:8787/runtime. */
  readonly url: string;
  readonly target: RuntimeTarget;
  readonly hello: Hello;
  readonly scheduler: Scheduler;
  up(): void;
  /** Told once for each reason why there is no connection. */
  down(reason: string): void;
}

const shortestPauseMs = 100;
const longestPauseMs = 2_000;

/** Connects, and again whenever the connection is lost, until it is told to end. @returns ends it */
export const dial = ({ url, target, hello, scheduler, up, down }: DialOptions): (() => void) => {
  const end = withVersions(createTargetEnd(target, scheduler), target);
  let pauseMs = shortestPauseMs;
  let told: string | undefined;
  let hasEnded = false;
  let callOff = (): void => {};
  let hangUp = (): void => {};

  const say = (reason: string): void => {
    if (reason !== told) down(reason);
    told = reason;
  };
  const again = (reason: string): void => {
    if (hasEnded) return;
    say(reason);
    callOff = scheduler.after(pauseMs, connect);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  };
  const connect = (): void => {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: linkLimits.messageBytes,
      handshakeTimeout: linkLimits.helloMs,
    });
    hangUp = () => socket.close();
    const failed = (failure: Error): void => again(failure.message);
    socket.once('error', failed);
    let stream: Duplex;
    socket.once('upgrade', (response) => {
      stream = response.socket;
    });
    socket.once('open', () => {
      socket.off('error', failed);
      const wire = webSocketLinkWire(socket, stream);
      hangUp = () => wire.close(1001, 'The runtime is shutting down.');
      void serveConnection({
        ...{ wire, target, end, hello, scheduler },
        up() {
          pauseMs = shortestPauseMs;
          told = undefined;
          up();
        },
      }).then(again);
    });
  };
  connect();
  return () => {
    hasEnded = true;
    callOff();
    hangUp();
  };
};
