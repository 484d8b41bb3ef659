import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Peers are installed in a package of their own, so that nothing else of the project can come to need them. */
const fromSources = import.meta.url.endsWith('.ts');
const manifest = fileURLToPath(
  new URL(fromSources ? './package.json' : '../bench/peers/package.json', import.meta.url),
);
const requireFromPeers = createRequire(manifest);

/** Why a peer takes no part; undefined when it is installed. */
export const absenceOf = (packageName: string): string | undefined =>
  existsSync(manifest.replace(/package\.json$/, `node_modules/${packageName}/package.json`))
    ? undefined
    : 'peer not installed: run npm run bench:peers in a checkout';

/** Loads a peer. @throws Error when it is not installed or does not load. */
export const loadPeer = (packageName: string): unknown => requireFromPeers(packageName);
