import { absenceOf } from '../peers/installed.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { SuiteContext } from './suite.ts';

/** Why a peer takes no part; undefined when it does. */
export const absenceOfPeer = (
  { peers }: Pick<SuiteContext, 'peers'>,
  packageName: string,
  binary?: string,
): string | undefined => (peers ? absenceOf(packageName, binary) : 'left out');

/**
 * A peer that starts when it is its turn, so that one which does not start fails alone. When its package is not
 * installed, it takes no part and says how to install it.
 */
export const peerOf = (
  { peers }: Pick<SuiteContext, 'peers'>,
  name: string,
  packageName: string,
  start: () => Candidate | Promise<Candidate>,
): Candidate => {
  const absence = absenceOfPeer({ peers }, packageName);
  let peer: Candidate | undefined;
  return {
    name,
    role: 'peer',
    ...(absence !== undefined && { absence }),
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
