import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Peers are installed in a package of their own, so that nothing else of the project can come to need them. */
const isRunFromSources = import.meta.url.endsWith('.ts');
const peersManifestUrl = fileURLToPath(
  new URL(isRunFromSources ? './package.json' : '../bench/peers/package.json', import.meta.url),
);
const requireFromPeers = createRequire(peersManifestUrl);

/**
 * Why a peer takes no part; undefined when it is installed.
 * @param binary file of the package that has to be there for this system and this Node.
 */
export const getMissingPackageReason = (packageName: string, binary?: string): string | undefined => {
  if (!canResolve(`${packageName}/package.json`))
    return 'peer not installed: run npm run bench:peers in a checkout';
  if (binary === undefined || canResolve(`${packageName}/${binary}`)) return undefined;
  return `${packageName} has nothing for Node ${process.versions.node} on ${process.platform} ${process.arch}`;
};

const canResolve = (path: string): boolean =>
  existsSync(peersManifestUrl.replace(/package\.json$/, `node_modules/${path}`));

/** Loads a peer. @throws Error when it is not installed or does not load. */
export const loadPeer = (packageName: string): unknown => requireFromPeers(packageName);

/** The unofficial build of uWebSockets comes with a binary for each version of Node that it knows. */
export const uwebsocketsBinary = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
