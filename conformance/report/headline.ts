import { findCauses } from './failure-causes.ts';
import { exitCodeMeanings } from './exit-codes.ts';
import { getExitCode } from './report.ts';
import { formatCount } from './failure-text.ts';
import type { Report } from './report.ts';

/** The verdict, both as a word and as a sentence. */
interface Headline {
  readonly verdict: string;
  readonly detail: string;
  /** The exit code of the run and its meaning. */
  readonly exit: string;
  readonly tone: 'good' | 'bad' | 'open';
}

/** Creates the first line of every report. */
export const createHeadline = (report: Report): Headline => {
  const code = getExitCode(report);
  const exit = `Exit code ${code}: ${exitCodeMeanings[code]}.`;
  const { counts, problem, only, requirements, profiles } = report;
  if (problem !== undefined) return { verdict: 'NOTHING RAN', detail: `${problem}.`, exit, tone: 'open' };
  if (report.crashed !== undefined) {
    const detail = `The kit ended with an error, after ${formatCount(report.audits.length, 'audit')}: ${report.crashed}.`;
    return { verdict: 'NO VERDICT', detail, exit, tone: 'open' };
  }
  if (report.interrupted) {
    const detail = `The run was interrupted; ${formatCount(counts.FAIL, 'requirement')} had failed by then.`;
    return { verdict: 'INCOMPLETE', detail, exit, tone: 'open' };
  }
  if (code === 3) {
    const isSetupFault = report.audits
      .filter(({ status }) => status === 'HARNESS_ERROR')
      .every((audit) => audit.isSetupFault);
    const subject = isSetupFault ? 'The set-up of a condition' : 'The kit itself';
    const detail = `${subject} failed in ${formatCount(counts.HARNESS_ERROR, 'requirement')}.`;
    return { verdict: 'NO VERDICT', detail, exit, tone: 'open' };
  }
  const part =
    only === undefined
      ? ''
      : ` Only ${formatCount(requirements.length, 'requirement')} selected by --only: no claim of conformance.`;
  if (code === 1) {
    const causes = findCauses(report).filter((cause) =>
      cause.requirements.some(({ status }) => status === 'FAIL'),
    );
    const detail = `${formatCount(counts.FAIL, 'requirement')} failed, from ${formatCount(causes.length, 'cause')}.${part}`;
    return { verdict: only === undefined ? 'NOT CONFORMANT' : 'FAILED', detail, exit, tone: 'bad' };
  }
  const claimed = profiles.filter(({ verdict }) => verdict !== 'not claimed');
  const sum = (key: 'verified' | 'musts'): number =>
    claimed.reduce((total, profile) => total + profile[key], 0);
  const verifiedShare = `${sum('verified')} of ${sum('musts')} MUST of the claimed profiles verified.`;
  if (code === 4)
    return { verdict: 'INCOMPLETE', detail: `Nothing failed; ${verifiedShare}${part}`, exit, tone: 'open' };
  return only === undefined
    ? { verdict: 'CONFORMANT', detail: verifiedShare, exit, tone: 'good' }
    : { verdict: 'PASSED', detail: `Nothing failed.${part}`, exit, tone: 'good' };
};
