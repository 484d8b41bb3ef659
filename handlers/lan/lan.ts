/** LAN mode (description: 'Network modes'): HTTPS and WSS for the machines of a list, beside plain loopback. */
import { isIP } from 'node:net';
import { isLoopbackHost } from '#runtime/devices/loopback-host.ts';
import { createSerialQueue } from '#runtime/serial-queue.ts';
import { isListed } from './allow-list.ts';
import { createDoor, type DoorLimits } from './door.ts';
import { covers, type Identity, openIdentity } from './identity.ts';
import { type OwnNames, ownNames } from './own-names.ts';
import type { Server } from 'node:http';
import type { Log } from '../log.ts';
import type { Entrance } from '../pipeline/call.ts';
import { type Scheduler, systemScheduler } from '../scheduler.ts';
import type { Security } from '../security/security.ts';

interface LanOptions extends LanParts {
  readonly security: Security;
  /** Gets the connections that are let in. */
  readonly server: Server;
  /** Whether it is on for this run, whatever the settings say. */
  readonly isForced: boolean;
  /** The port, where it is not that of the settings. */
  readonly port?: number | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/** Those of the machine where they are absent. */
export interface LanParts {
  readonly scheduler?: Scheduler;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly limits?: Partial<DoorLimits>;
  /** The names of this machine, with more that it does not know itself. */
  readonly ownNames?: (more: readonly string[]) => OwnNames;
  /** Whether the entries of the list have an address among them. */
  readonly isListed?: (entries: readonly string[], address: string) => boolean;
}

export interface Lan {
  readonly port: number;
  readonly identity: Identity;
  /** The names and addresses of the machine at the moment. */
  readonly own: OwnNames;
  /** What calls that come this way carry. */
  readonly entrance: Entrance;
  /** Looks whether the certificate still fits the machine, and takes another into use where it does not. */
  tend(): Promise<void>;
  /** Lets nobody else in; resolves when everybody is gone. */
  close(): Promise<void>;
}

/**
 * Opens the way in from other machines.
 * @throws SettingsError for a key that cannot be used, or the error of `listen`
 */
export const openLan = async (options: LanOptions): Promise<Lan> => {
  const { security, server, isForced, log, limits } = options;
  const { scheduler = systemScheduler, now = Date.now, ownNames: look = ownNames } = options;
  const { isListed: isIn = isListed } = options;
  const { settingsFile } = security;
  const present = (): OwnNames => look(security.settings.lan.names);
  let identity = await openIdentity(settingsFile, present(), now());

  const door = createDoor({
    server,
    scheduler,
    ...(limits && { limits }),
    credentials: identity,
    allows(address) {
      const { enabled, allow } = security.settings.lan;
      return (isForced || enabled) && isIn(allow, address);
    },
  });
  const port = await door.open(options.port ?? security.settings.lan.port);

  const inTurn = createSerialQueue();
  const tend = (): Promise<void> =>
    inTurn(async () => {
      const next = await openIdentity(settingsFile, present(), now());
      if (next.fingerprint === identity.fingerprint) return;
      identity = next;
      door.show(next);
      const { fingerprint } = next;
      log.warn(
        { fingerprint },
        'the LAN port shows another certificate; clients have to pin its fingerprint',
      );
    });
  const onTrouble = (failure: unknown): void =>
    log.warn({ err: failure }, 'the certificate of the LAN port could not be looked after');
  security.onChange(() => {
    door.review();
    tend().catch(onTrouble);
  });

  return {
    port,
    get identity() {
      return identity;
    },
    get own() {
      return present();
    },
    entrance: { isOwnHost: (host) => isLoopbackHost(host) || isNamed(identity, host) },
    tend,
    close: door.close,
  };
};

/** Whether a Host header holds a name or an address that the certificate is for. */
const isNamed = (identity: OwnNames, host = ''): boolean => {
  const [, bracketed, plain = ''] = hostForm.exec(host.toLowerCase()) ?? [];
  const name = bracketed ?? plain;
  return covers(identity, isIP(name) ? { names: [], addresses: [name] } : { names: [name], addresses: [] });
};

const hostForm = /^(?:\[([\da-f:.]+)\]|([^:]+))(?::\d+)?$/;
