/** LAN mode (description: 'Network modes'): HTTPS and WSS for listed machines, in addition to plain loopback. */
import { isIP } from 'node:net';
import { isLoopbackHost } from '#runtime/shared/host-checks.ts';
import { type Scheduler, serviceScheduler } from '#runtime/shared/scheduler.ts';
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { isLoopbackAddress, type RemoteListener } from '../pipeline/call.ts';
import { isAllowedAddress } from './addresses.ts';
import {
  coversNames,
  getMachineNames,
  type MachineNames,
  openTlsIdentity,
  type TlsIdentity,
} from './tls-identity.ts';
import { createTlsListener, type TlsListenerLimits } from './tls-listener.ts';
import type { Server } from 'node:http';
import type { NetworkState } from '#spec/rest/security.ts';
import type { Log } from '../log.ts';
import type { Security } from '../security/security.ts';
import type { Settings } from '../security/settings.ts';

interface LanOptions extends LanOverrides {
  readonly security: Security;
  /** The HTTP server that serves the accepted connections. */
  readonly server: Server;
  /** Whether LAN mode is enabled for this run, regardless of the settings. */
  readonly isForced: boolean;
  /** The port to use instead of the port in the settings. */
  readonly port?: number | undefined;
  readonly log: Pick<Log, 'warn'>;
}

/** Replacements for functions that depend on the machine. */
export interface LanOverrides {
  readonly scheduler?: Scheduler;
  /** Returns the current time in milliseconds since 1970. */
  readonly now?: () => number;
  readonly limits?: Partial<TlsListenerLimits>;
  /** Returns the names of this machine, including additional names that the machine itself doesn't know. */
  readonly getMachineNames?: (extraNames: readonly string[]) => MachineNames;
  /** Whether an address is in the list with these entries. */
  readonly isAllowedAddress?: (entries: readonly string[], address: string) => boolean;
}

export interface Lan {
  readonly port: number;
  readonly identity: TlsIdentity;
  /** The machine's current names and addresses. */
  readonly machineNames: MachineNames;
  /** The listener to attach to calls that arrive through LAN mode. */
  readonly remoteListener: RemoteListener;
  /** Replaces the certificate if it no longer matches the machine's names and addresses. */
  renewCertificate(): Promise<void>;
  /** Stops accepting connections, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/**
 * Opens the listener for other machines.
 * @throws SettingsError if the key is unusable, or the error from `listen`
 */
export const openLan = async (options: LanOptions): Promise<Lan> => {
  const { security, server, isForced, log, limits } = options;
  const {
    scheduler = serviceScheduler,
    now = Date.now,
    getMachineNames: readMachineNames = getMachineNames,
  } = options;
  const { isAllowedAddress: isAllowed = isAllowedAddress } = options;
  const { settingsFile } = security;
  const getCurrentNames = (): MachineNames => readMachineNames(security.settings.lan.names);
  let identity = await openTlsIdentity(settingsFile, getCurrentNames(), now());

  const tlsListener = createTlsListener({
    server,
    scheduler,
    ...(limits && { limits }),
    credentials: identity,
    allowsAddress(address) {
      const { enabled, allow } = security.settings.lan;
      return (isForced || enabled) && isAllowed(allow, address);
    },
  });
  const port = await tlsListener.listen(options.port ?? security.settings.lan.port);

  const runSerially = createSerialQueue();
  const renewCertificate = (): Promise<void> =>
    runSerially(async () => {
      const next = await openTlsIdentity(settingsFile, getCurrentNames(), now());
      if (next.fingerprint === identity.fingerprint) return;
      identity = next;
      tlsListener.setCredentials(next);
      const { fingerprint } = next;
      log.warn({ fingerprint }, 'the LAN port has a new certificate; pin its new fingerprint in clients');
    });
  const onFailure = (failure: unknown): void =>
    log.warn({ err: failure }, 'the certificate of the LAN port could not be renewed');
  security.onChange(() => {
    tlsListener.closeDisallowed();
    renewCertificate().catch(onFailure);
  });

  return {
    port,
    get identity() {
      return identity;
    },
    get machineNames() {
      return getCurrentNames();
    },
    remoteListener: { isOwnHost: (host) => isLoopbackHost(host) || isNamedByCertificate(identity, host) },
    renewCertificate,
    close: tlsListener.close,
  };
};

/** Describes the current state of LAN mode. */
export const describeLan = (
  { port, identity, machineNames }: Lan,
  { lan: { allow } }: Settings,
): NonNullable<NetworkState['lan']> => ({
  urls: listLanUrls({ port, machineNames }),
  port,
  fingerprint: identity.fingerprint,
  validFrom: identity.validFrom.toISOString(),
  validUntil: identity.validUntil.toISOString(),
  names: [...identity.names],
  addresses: [...identity.addresses],
  allow: [...allow],
});

/**
 * Returns base URLs for other machines. Link-local addresses are left out, because they depend on the sender's network
 * interface.
 */
const listLanUrls = ({ port, machineNames }: Pick<Lan, 'port' | 'machineNames'>): string[] =>
  machineNames.addresses
    .filter((address) => !isLoopbackAddress(address) && !address.toLowerCase().startsWith('fe80:'))
    .map((address) => `https://${address.includes(':') ? `[${address}]` : address}:${port}`);

/** Whether a Host header contains a name or address from the certificate. */
const isNamedByCertificate = (identity: MachineNames, host = ''): boolean => {
  const [, bracketed, unbracketed = ''] = hostPattern.exec(host.toLowerCase()) ?? [];
  const name = bracketed ?? unbracketed;
  return coversNames(
    identity,
    isIP(name) ? { names: [], addresses: [name] } : { names: [name], addresses: [] },
  );
};

const hostPattern = /^(?:\[([\da-f:.]+)\]|([^:]+))(?::\d+)?$/;
