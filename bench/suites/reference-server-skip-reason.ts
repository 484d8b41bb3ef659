import { existsSync } from 'node:fs';
import { builtCliPath } from '../start-cli-process.ts';
import type { SuiteContext } from './suite.ts';

/**
 * @returns the reason why no server from this package can be started for a measurement, or `undefined` when one can be
 * started
 */
export const getReferenceServerSkipReason = ({ target }: SuiteContext): string | undefined => {
  if (target.pid === undefined) return 'only servers of this package are started; leave --url out';
  return existsSync(builtCliPath) ? undefined : `${builtCliPath} is not built`;
};
