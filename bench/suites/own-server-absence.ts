import { existsSync } from 'node:fs';
import { ownCli } from '../own-command.ts';
import type { SuiteContext } from './suite.ts';

/** Why no server of this package can be started for a measurement. @returns undefined where one can */
export const absenceOfOwn = ({ target }: SuiteContext): string | undefined => {
  if (target.pid === undefined) return 'only servers of this package are started; leave --url out';
  return existsSync(ownCli) ? undefined : `${ownCli} is not built`;
};
