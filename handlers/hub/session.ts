import { ProtocolError } from './codec.ts';
import { createIdleTimer } from './idle-timer.ts';
import { invoke } from './invoke.ts';
import { createOutbox } from './outbox.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { ClientMessage, HubCodec, Invocation } from './codec.ts';
import type { FanOut, Member } from './fan-out.ts';
import type { HubLimits } from './limits.ts';
import type { Caller, MethodContext, RunAction } from './method.ts';
import type { Scheduler } from './scheduler.ts';
import type { Wire } from './wire.ts';

/** What connections share. */
export interface HubParts {
  readonly limits: HubLimits;
  readonly scheduler: Scheduler;
  readonly fanOut: FanOut;
  readonly runAction: RunAction;
  onFailure(failure: unknown): void;
}

/** One client after its handshake. */
export interface Session {
  receive(payload: Buffer): void;
  /** Says goodbye, if there is something to say, and ends. */
  close(error: string | undefined, allowReconnect: boolean): void;
  /** The wire is gone. */
  dispose(): void;
}

/** @param hangUp ends the connection beneath; called once */
export const createSession = (
  { limits, scheduler, fanOut, runAction, onFailure }: HubParts,
  codec: HubCodec,
  wire: Wire,
  caller: Caller,
  hangUp: () => void,
): Session => {
  const decode = codec.decoder(limits.messageBytes);
  const subscriptions = createSubscriptions(limits.patterns);
  let open = true;

  const silence = createIdleTimer(scheduler, limits.silenceMs, () =>
    close(`Nothing came from the client for ${limits.silenceMs / 1000} s`, true),
  );
  const ping = createIdleTimer(scheduler, limits.pingMs, () => outbox.post({ kind: 'ping' }));
  const outbox = createOutbox({
    wire,
    codec,
    limits,
    scheduler,
    onWrite: ping.touch,
    onTooSlow: () => close(`The client read too slowly for ${limits.backlogMs / 1000} s`, true),
  });
  const member: Member = { codec, deliver: outbox.deliver };

  const release = () => {
    for (const part of [silence, ping, outbox]) part.stop();
    fanOut.remove(member);
  };
  const dispose = () => {
    if (!open) return;
    open = false;
    release();
  };
  const close = (error: string | undefined, allowReconnect: boolean) => {
    if (!open) return;
    open = false;
    outbox.post({ kind: 'close', ...(error !== undefined && { error }), allowReconnect });
    outbox.flush();
    release();
    hangUp();
  };

  const place = () => {
    if (open) fanOut.place(member, subscriptions.interest);
  };
  const context: MethodContext = {
    caller,
    runAction,
    onFailure,
    subscribe(patterns, filter) {
      subscriptions.add(patterns, filter);
      place();
    },
    unsubscribe(patterns) {
      subscriptions.remove(patterns);
      place();
    },
    call(target, argument) {
      if (open) outbox.post({ kind: 'invocation', target, argument });
    },
  };
  const serve = async (invocation: Invocation): Promise<void> => {
    const error = await invoke(invocation, context);
    const { invocationId } = invocation;
    if (invocationId === undefined || !open) return;
    outbox.post({ kind: 'completion', invocationId, ...(error !== undefined && { error }) });
  };
  const handle = (message: ClientMessage) => {
    switch (message.kind) {
      case 'invocation':
      case 'streamInvocation':
        void serve(message);
        break;
      case 'close':
        dispose();
        hangUp();
    }
  };

  return {
    receive(payload) {
      silence.touch();
      try {
        for (const message of decode(payload)) {
          if (!open) return;
          handle(message);
        }
      } catch (failure) {
        if (!(failure instanceof ProtocolError)) onFailure(failure);
        close(failure instanceof ProtocolError ? failure.message : 'The service failed', false);
      }
    },
    close,
    dispose,
  };
};
