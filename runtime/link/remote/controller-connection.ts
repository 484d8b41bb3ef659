/** One connection of a runtime, as the service holds it, from hello to its end. */
import { ApiError } from '#spec/errors.ts';
import { linkCloseCodes, linkErrors } from '#spec/runtime-link/errors.ts';
import { linkCommands, type LinkCommand } from '#spec/runtime-link/commands.ts';
import { linkLimits, linkProtocols } from '#spec/runtime-link/link-settings.ts';
import { Hello, HeldState, runtimeNotifications } from '#spec/runtime-link/messages.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { cutOff, unanswered } from '../late-answers.ts';
import { ProtocolError } from '../protocol-error.ts';
import { failureOfError } from './failures.ts';
import { createInbox } from './inbox.ts';
import { createPulse } from './pulse.ts';
import { faultInResult } from './read-commands.ts';
import { decodeRpc, encodeRpc } from './rpc.ts';
import { type LeftOut, readEvents, shortLists } from './told-events.ts';
import type { Welcome } from '#spec/runtime-link/messages.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { RuntimeCommand, RuntimeCommands, RuntimeListener } from '../protocol.ts';
import type { Question } from '../questions.ts';
import type { LinkEncoding, RpcError, RpcId, RpcMessage } from './rpc.ts';
import type { LinkWire } from './wire.ts';

/** What a connection tells, in this order; nothing more once it has ended. */
interface ConnectionListener extends RuntimeListener {
  /** Whether the runtime may stay. @throws Fault with what to tell it when it may not */
  hello(hello: Hello): Promise<void>;
  holding(holdings: HeldState): void;
  /** @param lost how many of the events left out somebody could have listened to */
  leftOut(events: LeftOut, lost: number): void;
  /** This many events were left out by the runtime. */
  skipped(count: number): void;
  ended(reason: string): void;
}

export interface ControllerConnection {
  /** @throws Fault RUNTIME_TIMEOUT, ACTION_FAILED, or what the command itself declares */
  request<C extends RuntimeCommand>(
    command: C,
    params: RuntimeCommands[C]['params'],
    timeoutMs: number,
  ): Promise<RuntimeCommands[C]['result']>;
  /** Whether the runtime gives a sign of life within these milliseconds. */
  answers(milliseconds: number): Promise<boolean>;
  end(code: number, reason: string): void;
}

interface Pending {
  /** Settles the command by what the runtime answered. */
  answered(answer: { readonly result: unknown } | { readonly error: RpcError }): void;
  fail(failure: ApiError): void;
}

interface ConnectionOptions {
  readonly wire: LinkWire;
  readonly scheduler: Scheduler;
  readonly serviceVersion: string;
  readonly listener: ConnectionListener;
}

export const openConnection = ({
  wire,
  scheduler,
  serviceVersion,
  listener,
}: ConnectionOptions): ControllerConnection => {
  const pending = new Map<number, Pending>();
  let encoding: LinkEncoding = 'json';
  let phase: 'new' | 'greeted' | 'welcome' | 'settled' | 'ended' = 'new';
  let commands = 0;
  let batches = 0;

  const send = (message: RpcMessage): void => wire.send(encodeRpc(message, encoding));

  const finish = (reason: string): void => {
    if (phase === 'ended') return;
    phase = 'ended';
    pulse.stop();
    tooLate();
    const failure = cutOff();
    for (const { fail } of pending.values()) fail(failure);
    pending.clear();
    listener.ended(reason);
  };
  const end = (code: number, reason: string): void => {
    wire.close(code, reason);
    finish(reason);
  };
  const pulse = createPulse(wire, scheduler, () =>
    end(linkCloseCodes.silent, `The runtime was silent for ${linkLimits.silenceMs / 1000} s.`),
  );
  const waitFor = (message: string): (() => void) =>
    scheduler.after(linkLimits.helloMs, () =>
      end(linkCloseCodes.silent, `${message} did not come within ${linkLimits.helloMs / 1000} s.`),
    );
  let tooLate = waitFor('hello');
  const inbox = createInbox(wire, scheduler);

  const refuse = (id: RpcId, error: RpcError): void => {
    send({ id, error });
    end(linkCloseCodes.refused, error.message);
  };

  const greet = async (id: RpcId, params: unknown): Promise<void> => {
    phase = 'greeted';
    tooLate();
    const { data: hello, error } = Hello.safeParse(params, validationMessages);
    if (!hello)
      return refuse(id, {
        code: linkErrors.invalidParams.code,
        message: `hello: ${describeFirstProblem(error)}`,
      });
    const protocol = linkProtocols.find((version) => hello.protocols.includes(version));
    if (protocol === undefined) {
      const message = `The service speaks version ${linkProtocols.join(', ')} of the runtime link; the runtime speaks ${hello.protocols.join(', ')}.`;
      return refuse(id, { code: linkErrors.protocol.code, message });
    }
    try {
      await listener.hello(hello);
    } catch (failure) {
      return refuse(id, { code: linkErrors.occupied.code, message: (failure as ApiError).reason });
    }
    if (phase !== 'greeted') return;
    const chosen = hello.encodings.includes('messagepack') ? 'messagepack' : 'json';
    const { heartbeatMs, silenceMs, messageBytes } = linkLimits;
    const welcome: Welcome = {
      ...{ protocol, encoding: chosen, service: { version: serviceVersion } },
      ...{ heartbeatMs, silenceMs, messageBytes },
    };
    const answer = encodeRpc({ id, result: welcome }, encoding);
    encoding = chosen;
    phase = 'welcome';
    tooLate = waitFor('holding');
    wire.send(answer);
  };

  const takeEvents = (list: readonly unknown[]): void => {
    const { events, leftOut, lost } = readEvents(list);
    if (leftOut.size > 0) listener.leftOut(leftOut, lost);
    if (events.length > 0) listener.events(events);
  };

  const notices: Readonly<Record<string, (params: Record<string, unknown>) => void>> = {
    holding(params) {
      if (phase === 'settled') throw new ProtocolError('holding comes once');
      const { data, error } = HeldState.safeParse(params, validationMessages);
      if (!data) throw new ProtocolError(`holding: ${describeFirstProblem(error)}`);
      phase = 'settled';
      tooLate();
      listener.holding(data);
    },
    events({ number, events, skipped }) {
      batches += 1;
      if (number !== batches)
        throw new ProtocolError(
          `The messages of events are numbered: ${batches} was to come, and ${number} did`,
        );
      const [first = [], ...others] = shortLists(events);
      if (skipped !== undefined && !isCount(skipped))
        throw new ProtocolError('skipped: expected a whole number, which counts the events left out');
      if (skipped) listener.skipped(skipped);
      takeEvents(first);
      inbox.continueWith(others.map((list) => () => guarded(() => takeEvents(list))));
    },
    scenes(params) {
      const { data, error } = runtimeNotifications.scenes.params.safeParse(params, validationMessages);
      if (!data) throw new ProtocolError(`scenes: ${describeFirstProblem(error)}`);
      listener.scenes?.(data.names);
    },
    idle(params) {
      const { data, error } = runtimeNotifications.idle.params.safeParse(params, validationMessages);
      if (!data) throw new ProtocolError(`idle: ${describeFirstProblem(error)}`);
      listener.idle?.(data.graphIds);
    },
    question(params) {
      const { data, error } = runtimeNotifications.question.params.safeParse(params, validationMessages);
      if (!data) throw new ProtocolError(`question: ${describeFirstProblem(error)}`);
      listener.asked?.(data as Question);
    },
  };

  const take = (message: RpcMessage): void => {
    if ('method' in message) {
      const { method, params } = message;
      if ('id' in message) {
        if (method !== 'hello' || phase !== 'new')
          throw new ProtocolError('The one request of a runtime is hello, and it comes first');
        void greet(message.id, params);
        return;
      }
      if (phase !== 'welcome' && phase !== 'settled')
        throw new ProtocolError(`${method} came before the answer to hello`);
      // what later versions tell is none of our business
      if (Object.hasOwn(notices, method)) notices[method]?.(params as Record<string, unknown>);
      return;
    }
    const { id } = message;
    if ('error' in message && id === null) throw new ProtocolError(message.error.message);
    const waiting = typeof id === 'number' ? pending.get(id) : undefined;
    // an answer may come too late
    if (!waiting) return;
    pending.delete(id as number);
    waiting.answered(message);
  };

  /** Does a piece of what came; nothing of it is done once the connection has ended. */
  const guarded = (work: () => void): void => {
    if (phase === 'ended') return;
    pulse.beat();
    try {
      work();
    } catch (failure) {
      if (!(failure instanceof ProtocolError)) throw failure;
      end(linkCloseCodes.breach, failure.message);
    }
  };

  wire.listen({
    message(content) {
      pulse.beat();
      inbox.add(() => guarded(() => take(decodeRpc(content, encoding))));
    },
    alive: pulse.beat,
    drained() {},
    closed(code, reason) {
      inbox.drain();
      finish(reason === '' ? `The runtime went away (${code}).` : reason);
    },
  });

  return {
    request: (command, params, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (phase !== 'settled') return reject(new ApiError('RUNTIME_NOT_CONNECTED'));
        if (wire.waiting > linkLimits.waitingBytes)
          return reject(new ApiError('RUNTIME_TIMEOUT', 'The runtime does not take in what it is sent.'));
        const id = commands + 1;
        const content = encodeRpc({ id, method: command, params }, encoding);
        if (Buffer.byteLength(content) > linkLimits.messageBytes) return reject(tooLarge(command));
        commands = id;
        const cancel = scheduler.after(timeoutMs, () => {
          pending.delete(id);
          send({ method: 'cancel', params: { id } });
          reject(unanswered(timeoutMs));
        });
        const fail = (failure: ApiError): void => {
          cancel();
          reject(failure);
        };
        pending.set(id, {
          fail,
          answered(answer) {
            if ('error' in answer) return fail(failureOfError(command, answer.error));
            const problem = faultInResult(command, params, answer.result);
            if (problem !== undefined) return fail(notAsDescribed(command, problem));
            cancel();
            resolve(answer.result as RuntimeCommands[typeof command]['result']);
          },
        });
        wire.send(content);
      }),
    answers: pulse.knock,
    end,
  };
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const tooLarge = (command: LinkCommand): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `What ${command} brings is larger than the ${linkLimits.messageBytes} bytes that a message of the runtime link may have.`,
  );

const notAsDescribed = (command: LinkCommand, problem: string): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The answer of the runtime to ${command} is not as the runtime link has it: ${problem}.`,
    undefined,
    'GET /api/health reports whether the runtime is still connected; its author finds the results in GET /api/actions/schema.',
  );

/** What a command needs of a runtime, where not every runtime has it. */
export const neededFor = (command: LinkCommand): keyof Hello['can'] | undefined => {
  const spec = linkCommands[command];
  return 'needs' in spec ? spec.needs : undefined;
};
