import { getMissingPackageReason } from '../peers/peer-packages.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

/** Returns the reason why a peer is skipped, or `undefined` when the peer takes part. */
export const getPeerSkipReason = (
  { peers }: Pick<SuiteContext, 'peers'>,
  packageName: string,
  binary?: string,
): string | undefined => (peers ? getMissingPackageReason(packageName, binary) : 'left out');

/**
 * Creates a candidate for a peer. The peer starts only for its own comparison, so that a failing start affects nothing
 * else. If the peer's package is not installed, the candidate is skipped, and the reason explains how to install the
 * package.
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
      await peer.open?.();
    },
    async round() {
      return peer === undefined ? {} : peer.round();
    },
    close: async () => peer?.close?.(),
  };
};
