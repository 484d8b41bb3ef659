import { getMissingPackageReason } from '../peers/peer-packages.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

/** Returns why a peer is skipped; undefined when it takes part. */
export const getPeerSkipReason = (
  { peers }: Pick<SuiteContext, 'peers'>,
  packageName: string,
  binary?: string,
): string | undefined => (peers ? getMissingPackageReason(packageName, binary) : 'left out');

/**
 * Creates a peer that starts only for its own comparison, so that a failing start affects nothing else. If its package
 * is not installed, it is skipped and says how to install it.
 */
export const createPeerCandidate = (
  { peers }: Pick<SuiteContext, 'peers'>,
  name: string,
  packageName: string,
  start: () => Candidate | Promise<Candidate>,
): Candidate => {
  const skipReason = getPeerSkipReason({ peers }, packageName);
  let peer: Candidate | undefined;
  return {
    name,
    role: 'peer',
    ...(skipReason !== undefined && { skipReason }),
    async open() {
      peer = await start();
      await peer.open();
    },
    async round() {
      return peer === undefined ? {} : peer.round();
    },
    close: async () => peer?.close(),
  };
};
