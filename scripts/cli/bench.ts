import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { listFailures } from '../../bench/harness/bench-report.ts';
import { findIsolatedCores } from '../../bench/harness/cpu-cores.ts';
import { renderTerminal } from '../../bench/render/render-terminal.ts';
import { runBench } from '../../bench/run-bench.ts';
import { startTemporaryServer } from '../../bench/start-temporary-server.ts';
import { assertKnownSuites, type BenchCommandOptions } from './bench-options.ts';
import { isHttps, type NamedTarget, parseTargets } from './bench-targets.ts';
import { connectPinned, verifyCertificate } from './certificate-pinning.ts';
import { createReportFolder } from './create-report-folder.ts';
import { exitCodes } from './exit-codes.ts';
import { toUsageError } from './explain-user-error.ts';
import { print, printError } from './output.ts';
import type { TargetOptions } from '../../bench/target/target.ts';

/** A target that can be measured, with a function to disconnect from it. */
interface ReachableTarget {
  readonly target: TargetOptions;
  close(): Promise<void>;
}

/**
 * Measures implementations and prints the results. Without a URL, the command starts this package's own server with a
 * new project. The exit code is 1 if something could not be measured.
 */
export const bench = async (options: BenchCommandOptions): Promise<void> => {
  const { suite, quick, out } = options;
  assertKnownSuites(suite);
  const requestedTargets = parseTargets(options);
  if (out !== undefined) await createReportFolder(out);
  for (const target of requestedTargets) await verifyCertificate(target);

  const cores = quick ? undefined : findIsolatedCores();
  const connectedTargets: ReachableTarget[] = [];
  try {
    for (const target of requestedTargets) connectedTargets.push(await connectToTarget(target));
    const reference = requestedTargets.length === 0 ? await startReferenceServer() : undefined;
    if (reference) connectedTargets.push(reference);
    const report = await runBench({
      targets: connectedTargets.map(({ target }) => target),
      ...(cores && { cores }),
      ...(reference && { restart: reference.restart }),
      ...(suite && { suites: suite }),
      ...(quick && { quick }),
      ...(out !== undefined && { out }),
      onProgress: (line) => printError(`${line}\n`),
    });
    print(renderTerminal(report));
    if (listFailures(report).length > 0) process.exitCode = exitCodes.failed;
  } catch (failure) {
    throw toUsageError(failure);
  } finally {
    for (const { close } of connectedTargets) await close();
  }
};

/** Starts a server from this package. After a restart, reports still show the server's first URL. */
const startReferenceServer = async (): Promise<
  ReachableTarget & { readonly restart: () => Promise<readonly TargetOptions[]> }
> => {
  const start = () => startTemporaryServer(fileURLToPath(import.meta.resolve('./cli.js')));
  let server = await start();
  const name = server.url;
  return {
    target: server,
    async restart() {
      await server.stop();
      server = await start();
      return [{ ...server, name }];
    },
    close: () => server.stop(),
  };
};

/**
 * Opens a TLS tunnel for https:// targets, because the load generators can't speak TLS. The cost of the tunnel is part
 * of the measurement.
 */
const connectToTarget = async ({ fingerprint, ...target }: NamedTarget): Promise<ReachableTarget> => {
  const { url } = target;
  if (!isHttps(url)) return { target, close: async () => {} };
  const tunnel = await openTlsTunnel(new URL(url), fingerprint);
  printError(`${url} is measured through a TLS tunnel in this process.\n`);
  return { target: { ...target, url: tunnel.url, name: url }, close: async () => tunnel.close() };
};

/** A local port from which connections are forwarded to an https:// address. */
interface Tunnel {
  /** Base address of the tunnel's local end. */
  readonly url: string;
  close(): void;
}

/** Forwards connections from a free loopback port to an https:// address, for clients that only speak plain HTTP. */
const openTlsTunnel = async (to: URL, fingerprint: string | undefined): Promise<Tunnel> => {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, async (localSocket) => {
    open.add(localSocket);
    localSocket.on('error', () => {}).once('close', () => open.delete(localSocket));
    const remoteSocket = await connectPinned(to, fingerprint).catch(() => undefined);
    if (!remoteSocket) return void localSocket.destroy();
    remoteSocket.setNoDelay(true);
    pipeline(localSocket, remoteSocket, localSocket, () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
