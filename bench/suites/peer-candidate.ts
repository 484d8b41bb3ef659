import { getMissingPackageReason } from '../peers/peer-packages.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

/** Why a peer takes no part; undefined when it does. */
export const getPeerSkipReason = (
  { peers }: Pick<SuiteContext, 'peers'>,
  packageName: string,
  binary?: string,
): string | undefined => (peers ? getMissingPackageReason(packageName, binary) : 'left out');

/**
 * A peer that starts when it is its turn, so that one which does not start fails alone. When its package is not
 * installed, it takes no part and says how to install it.
 */
export const createPeerCandidate = (
  { peers }: Pick<SuiteContext, 'peers'>,
  name: string,
  packageName: string,
  start: () => Candidate | Promise<Candidate>,
): Candidate => {
  const absence = getPeerSkipReason({ peers }, packageName);
  let peer: Candidate | undefined;
  return {
    name,
    role: 'peer',
    ...(absence !== undefined && { skipReason: absence }),
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
