import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Peers are installed in a separate package, so that the rest of the project can't depend on them. */
const isRunFromSources = import.meta.url.endsWith('.ts');
const peersManifestUrl = fileURLToPath(
  new URL(isRunFromSources ? './package.json' : '../bench/peers/package.json', import.meta.url),
);
const requireFromPeers = createRequire(peersManifestUrl);

/**
 * Returns the reason why a peer is skipped, or `undefined` when the peer is installed.
 * @param binary a file in the package that must exist for this platform and this version of Node
 */
export const getMissingPackageReason = (packageName: string, binary?: string): string | undefined => {
  if (!canResolve(`${packageName}/package.json`))
    return 'peer not installed: run npm run bench:peers in a checkout';
  if (binary === undefined || canResolve(`${packageName}/${binary}`)) return undefined;
  return `${packageName} has nothing for Node ${process.versions.node} on ${process.platform} ${process.arch}`;
};

const canResolve = (path: string): boolean =>
  existsSync(peersManifestUrl.replace(/package\.json$/, `node_modules/${path}`));

/** @throws Error when the peer is not installed or cannot be loaded */
export const loadPeer = (packageName: string): unknown => requireFromPeers(packageName);

/**
 * File name of the binary for this platform and version of Node. The unofficial build of uWebSockets contains one
 * binary for each combination.
 */
export const uwebsocketsBinary = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
