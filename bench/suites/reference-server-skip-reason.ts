import { existsSync } from 'node:fs';
import { builtCliPath } from '../start-cli-process.ts';
import type { SuiteContext } from './suite.ts';

/** @returns why no server of this package can be started for a measurement; undefined when one can */
export const getReferenceServerSkipReason = ({ target }: SuiteContext): string | undefined => {
  if (target.pid === undefined) return 'only servers of this package are started; leave --url out';
  return existsSync(builtCliPath) ? undefined : `${builtCliPath} is not built`;
};
