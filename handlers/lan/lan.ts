/** LAN mode (description: 'Network modes'): HTTPS and WSS for the machines of a list, beside plain loopback. */
import { isIP } from 'node:net';
import { isLoopbackHost } from '#runtime/devices/loopback-host.ts';
import { createSerialQueue } from '#runtime/serial-queue.ts';
import { isAllowedAddress } from './allow-list.ts';
import { createTlsListener, type TlsListenerLimits } from './tls-listener.ts';
import { coversNames, type TlsIdentity, openTlsIdentity } from './tls-identity.ts';
import { type MachineNames, getMachineNames } from './machine-names.ts';
import type { Server } from 'node:http';
import type { Log } from '../log.ts';
import type { RemoteListener } from '../pipeline/call.ts';
import { type Scheduler, systemScheduler } from '../scheduler.ts';
import type { Security } from '../security/security.ts';

interface LanOptions extends LanOverrides {
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
export interface LanOverrides {
  readonly scheduler?: Scheduler;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly limits?: Partial<TlsListenerLimits>;
  /** The names of this machine, with more that it does not know itself. */
  readonly getMachineNames?: (more: readonly string[]) => MachineNames;
  /** Whether the entries of the list have an address among them. */
  readonly isAllowedAddress?: (entries: readonly string[], address: string) => boolean;
}

export interface Lan {
  readonly port: number;
  readonly identity: TlsIdentity;
  /** The names and addresses of the machine at the moment. */
  readonly machineNames: MachineNames;
  /** What calls that come this way carry. */
  readonly remoteListener: RemoteListener;
  /** Looks whether the certificate still fits the machine, and takes another into use where it does not. */
  renewCertificate(): Promise<void>;
  /** Lets nobody else in; resolves when everybody is gone. */
  close(): Promise<void>;
}

/**
 * Opens the way in from other machines.
 * @throws SettingsError for a key that cannot be used, or the error of `listen`
 */
export const openLan = async (options: LanOptions): Promise<Lan> => {
  const { security, server, isForced, log, limits } = options;
  const { scheduler = systemScheduler, now = Date.now, getMachineNames: look = getMachineNames } = options;
  const { isAllowedAddress: isIn = isAllowedAddress } = options;
  const { settingsFile } = security;
  const present = (): MachineNames => look(security.settings.lan.names);
  let identity = await openTlsIdentity(settingsFile, present(), now());

  const door = createTlsListener({
    server,
    scheduler,
    ...(limits && { limits }),
    credentials: identity,
    allowsAddress(address) {
      const { enabled, allow } = security.settings.lan;
      return (isForced || enabled) && isIn(allow, address);
    },
  });
  const port = await door.listen(options.port ?? security.settings.lan.port);

  const inTurn = createSerialQueue();
  const tend = (): Promise<void> =>
    inTurn(async () => {
      const next = await openTlsIdentity(settingsFile, present(), now());
      if (next.fingerprint === identity.fingerprint) return;
      identity = next;
      door.setCredentials(next);
      const { fingerprint } = next;
      log.warn(
        { fingerprint },
        'the LAN port shows another certificate; clients have to pin its fingerprint',
      );
    });
  const onTrouble = (failure: unknown): void =>
    log.warn({ err: failure }, 'the certificate of the LAN port could not be looked after');
  security.onChange(() => {
    door.closeDisallowed();
    tend().catch(onTrouble);
  });

  return {
    port,
    get identity() {
      return identity;
    },
    get machineNames() {
      return present();
    },
    remoteListener: { isOwnHost: (host) => isLoopbackHost(host) || isNamedByCertificate(identity, host) },
    renewCertificate: tend,
    close: door.close,
  };
};

/** Whether a Host header holds a name or an address that the certificate is for. */
const isNamedByCertificate = (identity: MachineNames, host = ''): boolean => {
  const [, bracketed, plain = ''] = hostPattern.exec(host.toLowerCase()) ?? [];
  const name = bracketed ?? plain;
  return coversNames(
    identity,
    isIP(name) ? { names: [], addresses: [name] } : { names: [name], addresses: [] },
  );
};

const hostPattern = /^(?:\[([\da-f:.]+)\]|([^:]+))(?::\d+)?$/;
