import { ApiError } from '#spec/errors.ts';
import { linkCloseCodes } from '#spec/runtime-link/errors.ts';
import { linkLimits } from '#spec/runtime-link/link-settings.ts';
import { systemScheduler } from '../../frame/timer-scheduler.ts';
import { usualTimeoutMs } from '../in-process.ts';
import { openConnection, neededFor, type ControllerConnection } from './controller-connection.ts';
import type { Hello, HeldState } from '#spec/runtime-link/messages.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import type { RuntimeAbilities } from '../abilities.ts';
import type { RuntimeLink, RuntimeListener } from '../protocol.ts';
import type { Question } from '../questions.ts';
import type { LinkWire } from './wire.ts';

/** The service's end of a link to a runtime in another process: one at a time, which comes and goes. */
export interface RemoteLink extends RuntimeLink {
  /** Takes up a connection that a runtime has opened. */
  accept(wire: LinkWire): void;
  /** Sends whoever is connected away. */
  close(reason: string): void;
}

interface RemoteLinkOptions {
  readonly serviceVersion: string;
  readonly scheduler?: Scheduler;
  /** Told of what a runtime does that it should not, and of why one was sent away. */
  warn(message: string): void;
}

/** A runtime that has said hello. */
interface Guest {
  readonly hello: Hello;
  readonly connection: ControllerConnection;
  /** What it asked before the link was up. */
  readonly early: Question[];
  isUp: boolean;
}

export const createRemoteLink = ({
  serviceVersion,
  scheduler = systemScheduler,
  warn,
}: RemoteLinkOptions): RemoteLink => {
  const listeners: RuntimeListener[] = [];
  const changes: Parameters<RuntimeLink['onChange']>[0][] = [];
  let settle: Parameters<RuntimeLink['onReturn']>[0] = async () => {};
  let guest: Guest | undefined;
  let abilities: RuntimeAbilities | undefined;
  const unfinished = new Set<ControllerConnection>();

  const change = (connected: boolean): void => {
    for (const changed of changes) changed(connected);
  };
  const skip = (count: number): void => {
    for (const { skipped } of listeners) skipped?.(count);
  };
  const ask = (question: Question): void => {
    for (const { asked } of listeners) asked?.(question);
  };

  /** One who is there stays, as long as it answers. @throws Fault for the one who knocks */
  const makeRoom = async (): Promise<void> => {
    for (let present = guest; present; present = guest) {
      const { hello, connection } = present;
      if (await connection.answers(linkLimits.knockMs))
        throw new ApiError('ACTION_FAILED', `Another runtime is connected: ${hello.name}.`);
      connection.end(
        linkCloseCodes.replaced,
        'Another runtime has taken over, as this one no longer answered.',
      );
    }
  };

  const comeUp = async (present: Guest, holdings: HeldState): Promise<void> => {
    const { connection, hello, early } = present;
    try {
      await settle(holdings, (command, params) => connection.request(command, params, usualTimeoutMs));
    } catch (failure) {
      const reason = `What the runtime holds could not be compared: ${(failure as Error).message}`;
      connection.end(linkCloseCodes.silent, reason);
    }
    if (guest !== present) return;
    present.isUp = true;
    abilities = abilitiesIn(hello);
    change(true);
    for (const question of early) ask(question);
  };

  const accept = (wire: LinkWire): void => {
    let own: Guest | undefined;
    const told = new Set<string>();
    const connection = openConnection({
      ...{ wire, scheduler, serviceVersion },
      listener: {
        async hello(hello) {
          await makeRoom();
          if (!unfinished.has(connection)) throw new ApiError('RUNTIME_NOT_CONNECTED');
          own = { hello, connection, early: [], isUp: false };
          guest = own;
        },
        holding: (holdings) => own && void comeUp(own, holdings),
        events(batch) {
          for (const { events } of listeners) events(batch);
        },
        scenes(names) {
          for (const { scenes } of listeners) scenes?.(names);
        },
        idle(graphIds) {
          for (const { idle } of listeners) idle?.(graphIds);
        },
        asked(question) {
          if (own?.isUp) ask(question);
          else own?.early.push(question);
        },
        leftOut(events, lost) {
          if (lost > 0) skip(lost);
          for (const [type, fault] of events) {
            if (told.has(type)) continue;
            told.add(type);
            warn(`Events ${type} of the runtime ${own?.hello.name} are left out: ${fault}.`);
          }
        },
        skipped(count) {
          skip(count);
          warn(
            `${count} events of the runtime were left out, as they were too many or too large to be taken.`,
          );
        },
        ended(reason) {
          unfinished.delete(connection);
          if (guest !== own || !own) return;
          guest = undefined;
          if (own.isUp) change(false);
          warn(`The runtime ${own.hello.name} is no longer connected: ${reason}`);
        },
      },
    });
    unfinished.add(connection);
  };

  const request: RuntimeLink['request'] = async (command, params, { timeoutMs = usualTimeoutMs } = {}) => {
    if (!guest?.isUp) throw new ApiError('RUNTIME_NOT_CONNECTED');
    const { hello, connection } = guest;
    const needed = neededFor(command);
    if (needed && isEmpty(hello.can[needed]))
      throw new ApiError(
        'ACTION_FAILED',
        `The runtime ${hello.name} has no ${needed}.`,
        undefined,
        'GET /api/actions/schema and GET /api/discovery list what it has.',
      );
    return connection.request(command, params, timeoutMs);
  };

  return {
    kind: 'remote',
    get connected() {
      return guest?.isUp ?? false;
    },
    get abilities() {
      return abilities;
    },
    request,
    requestNow: request,
    listen: (listener) => void listeners.push(listener),
    onChange: (changed) => void changes.push(changed),
    onReturn(compare) {
      settle = compare;
    },
    accept,
    close(reason) {
      for (const connection of unfinished) connection.end(1001, reason);
    },
  };
};

const lowerCased = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase()));

const abilitiesIn = ({ name, can }: Hello): RuntimeAbilities => ({
  name,
  nodeTypes: lowerCased(can.nodeTypes),
  actions: lowerCased(can.actions),
  events: new Set(can.events),
  discovery: new Set(can.discovery),
  projects: can.projects,
});

const isEmpty = (ability: boolean | readonly string[]): boolean =>
  typeof ability === 'boolean' ? !ability : ability.length === 0;
