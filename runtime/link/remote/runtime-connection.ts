/** One connection to a service, as a runtime of another process holds it. */
import { ApiError } from '#spec/errors.ts';
import { linkCloseCodes, linkErrors } from '#spec/runtime-link/errors.ts';
import { linkCommands, type LinkCommand } from '#spec/runtime-link/commands.ts';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { type Hello, Welcome } from '#spec/runtime-link/messages.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { cutOff } from '../late-answers.ts';
import { ProtocolError } from '../protocol-error.ts';
import { errorOf } from './failures.ts';
import { createEventGate } from './event-gate.ts';
import { createPulse } from './pulse.ts';
import { decodeRpc, encodeRpc } from './rpc.ts';
import { readParams } from './read-commands.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { RuntimeTarget } from '../protocol.ts';
import type { LinkEncoding, RpcId, RpcMessage } from './rpc.ts';
import type { VersionedEnd } from './versioned-end.ts';
import type { LinkWire } from './wire.ts';

interface RuntimeConnectionOptions {
  readonly wire: LinkWire;
  readonly target: RuntimeTarget;
  readonly end: VersionedEnd;
  readonly hello: Hello;
  readonly scheduler: Scheduler;
  /** Told when the service has taken the runtime up. */
  up(welcome: Welcome): void;
}

const helloId = 'hello';

/** Introduces a runtime, and serves what the service asks of it. @returns resolves when the connection has ended, with the reason */
export const serveConnection = ({
  wire,
  target,
  end,
  hello,
  scheduler,
  up,
}: RuntimeConnectionOptions): Promise<string> =>
  new Promise((resolve) => {
    let encoding: LinkEncoding = 'json';
    let welcome: Welcome | undefined;
    let refusal: string | undefined;
    let hasEnded = false;
    let commands = 0;
    const wanted = new Set<number>();

    /** @returns whether the service takes messages that large */
    const send = (message: RpcMessage): boolean => {
      if (hasEnded) return true;
      const content = encodeRpc(message, encoding);
      if (Buffer.byteLength(content) > (welcome?.messageBytes ?? linkLimits.messageBytes)) return false;
      wire.send(content);
      return true;
    };
    const gate = createEventGate(wire, (params) => send({ method: 'events', params }));
    const finish = (reason: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      pulse.stop();
      tooLate();
      wanted.clear();
      if (welcome) end.unplug(cutOff(), gate.takeUnsent());
      resolve(refusal ?? reason);
    };
    const close = (code: number, reason: string): void => {
      wire.close(code, reason);
      finish(reason);
    };
    const pulse = createPulse(wire, scheduler, () =>
      close(linkCloseCodes.silent, `The service was silent for ${linkLimits.silenceMs / 1000} s.`),
    );

    const tooLate = scheduler.after(linkLimits.helloMs, () =>
      close(linkCloseCodes.silent, `hello was not answered within ${linkLimits.helloMs / 1000} s.`),
    );

    const comeUp = (result: unknown): void => {
      tooLate();
      const { data, error } = Welcome.safeParse(result, validationMessages);
      if (!data) throw new ProtocolError(`The answer to hello: ${describeFirstProblem(error)}`);
      if (!hello.protocols.includes(data.protocol))
        throw new ProtocolError(`The service chose version ${data.protocol}, which was not offered`);
      welcome = data;
      encoding = data.encoding;
      end.plug({
        events: gate.add,
        skipped: gate.skip,
        scenes: (names) => void send({ method: 'scenes', params: { names } }),
        idle(graphIds) {
          gate.flush();
          send({ method: 'idle', params: { graphIds } });
        },
        asked: (question) => void send({ method: 'question', params: question }),
      });
      void target.betweenTicks(() => {
        gate.flush();
        const holding = end.holding();
        // of variables that are too large to be told the service gives its own again
        if (!send({ method: 'holding', params: holding }))
          send({ method: 'holding', params: { ...holding, variables: [] } });
        // behind what the wire has leave then, so that whoever is told and calls the service finds the runtime there
        setImmediate(() => {
          if (!hasEnded) up(data);
        });
      });
    };

    /** What happened before it is told before it. */
    const answer = (message: RpcMessage & { readonly id: RpcId }): void => {
      gate.flush();
      if (send(message)) return;
      const fault = new ApiError(
        'ACTION_FAILED',
        'The answer is larger than a message of the runtime link may be.',
      );
      send({ id: message.id, error: errorOf(fault) });
    };

    const carryOut = (id: number, command: LinkCommand, params: unknown): void => {
      const { data, error } = readParams()[command](params);
      if (error) {
        refuse(id, 'invalidParams', `${command}: ${describeFirstProblem(error)}.`);
        return;
      }
      wanted.add(id);
      const settle = (message: RpcMessage & { readonly id: number }): void => {
        if (wanted.delete(id)) answer(message);
      };
      end.request(command, data as never, { isWanted: () => wanted.has(id) }).then(
        (result) => settle({ id, result }),
        (failure) => settle({ id, error: errorOf(failure) }),
      );
    };
    const refuse = (id: number, error: 'methodNotFound' | 'invalidParams', message: string): void =>
      answer({ id, error: { code: linkErrors[error].code, message } });

    const takeRequest = (id: RpcId, method: string, params: unknown): void => {
      if (!welcome) throw new ProtocolError(`${method} came before the answer to hello`);
      commands += 1;
      if (id !== commands)
        throw new ProtocolError(`Commands are numbered: ${commands} was to come, and ${id} did`);
      if (isCommand(method)) carryOut(id, method, params);
      else refuse(id, 'methodNotFound', `There is no command ${method}.`);
    };

    const take = (message: RpcMessage): void => {
      if ('method' in message) {
        const { method, params } = message;
        if ('id' in message) takeRequest(message.id, method, params);
        else if (method === 'cancel') wanted.delete((params as { readonly id: number }).id);
      } else if (message.id !== helloId || welcome) {
        throw new ProtocolError('An answer came to what was not asked');
      } else if ('result' in message) {
        comeUp(message.result);
      } else {
        refusal = `The service does not take the runtime up: ${message.error.message}`;
        close(1000, '');
      }
    };

    wire.listen({
      message(content) {
        if (hasEnded) return;
        pulse.beat();
        try {
          take(decodeRpc(content, encoding));
        } catch (failure) {
          if (!(failure instanceof ProtocolError)) throw failure;
          close(linkCloseCodes.breach, failure.message);
        }
      },
      alive: pulse.beat,
      drained: gate.flush,
      closed: (code, reason) => finish(reason === '' ? `The service went away (${code}).` : reason),
    });
    send({ id: helloId, method: 'hello', params: hello });
  });

const isCommand = (method: string): method is LinkCommand => Object.hasOwn(linkCommands, method);
