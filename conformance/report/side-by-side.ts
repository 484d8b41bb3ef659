import { profiles as allProfiles } from '../requirements/row.ts';
import { headlineOf } from './headline.ts';
import type { Status } from '../engine/outcome.ts';
import type { ProfileVerdict } from '../engine/verdict.ts';
import type { RequirementResult } from '../engine/settle.ts';
import type { Report } from './report.ts';

/** A report to stand beside others, and what it is called where its target has no name. */
interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** Several reports, requirement by requirement. */
export interface SideBySide {
  readonly columns: readonly {
    readonly title: string;
    readonly headline: ReturnType<typeof headlineOf>;
    readonly report: Report;
  }[];
  /** The verdicts on every profile that any of the reports judges, by column. */
  readonly profiles: readonly {
    readonly profile: string;
    readonly claims: readonly (ProfileVerdict | undefined)[];
  }[];
  readonly rows: readonly Row[];
  /** Whether the reports were made by kits with other requirements or audits. */
  readonly hasOtherKits: boolean;
}

interface Row extends Pick<RequirementResult, 'id' | 'section' | 'text' | 'level' | 'profile'> {
  /** By column; undefined where the report does not judge the requirement. */
  readonly statuses: readonly (Status | undefined)[];
  readonly differs: boolean;
}

/** The reports side by side: every requirement that any of them judges, in the order of the first that does. */
export const sideBySide = (reports: readonly NamedReport[]): SideBySide => {
  const titles = reports.map(
    ({ name, report: { target } }) => [target.name, target.version].filter(Boolean).join(' ') || name,
  );
  const results = reports.map(({ report }) => new Map(report.requirements.map((row) => [row.id, row])));
  const known = new Map(reports.flatMap(({ report }) => report.requirements).map((row) => [row.id, row]));
  return {
    columns: reports.map(({ name, report }, index) => {
      const title = titles[index] ?? name;
      const isRepeated = titles.filter((other) => other === title).length > 1;
      return {
        title: isRepeated && title !== name ? `${title} (${name})` : title,
        headline: headlineOf(report),
        report,
      };
    }),
    profiles: profilesOf(reports),
    rows: [...known.values()].map(({ id, section, text, level, profile }) => {
      const statuses = results.map((column) => column.get(id)?.status);
      return { id, section, text, level, profile, statuses, differs: new Set(statuses).size > 1 };
    }),
    hasOtherKits: new Set(reports.map(({ report }) => report.stamp.kit)).size > 1,
  };
};

const profilesOf = (reports: readonly NamedReport[]): SideBySide['profiles'] => {
  const isTold = ({ verdict, musts }: ProfileVerdict): boolean => verdict !== 'not claimed' || musts > 0;
  const told = reports.map(({ report }) => report.profiles.filter(isTold));
  return allProfiles
    .map((profile) => ({
      profile,
      claims: told.map((column) => column.find((one) => one.profile === profile)),
    }))
    .filter(({ claims }) => claims.some((claim) => claim !== undefined));
};

const bad: readonly (Status | undefined)[] = ['FAIL', 'FLAKY', 'HARNESS_ERROR', 'WARN'];

/** The reports for a terminal: verdicts, profiles, and the requirements that differ or failed everywhere. */
export const sideBySideText = ({ columns, profiles, rows, hasOtherKits }: SideBySide): string => {
  const told = rows.filter(({ differs, statuses }) => differs || statuses.some((one) => bad.includes(one)));
  return [
    ...columns.map(
      ({ title, headline }, index) => `${letter(index)}  ${title}: ${headline.verdict}  ${headline.detail}`,
    ),
    ...(hasOtherKits
      ? ['', 'These reports were made by different kits: what differs may differ for that.']
      : []),
    '',
    ...table([
      ['profile', ...columns.map((_, index) => letter(index))],
      ...profiles.map(({ profile, claims }) => [profile, ...claims.map(claimText)]),
    ]),
    '',
    ...(told.length === 0
      ? []
      : [
          ...table([
            ['requirement', ...columns.map((_, index) => letter(index)), ''],
            ...told.map(({ id, statuses, text }) => [id, ...statuses.map((status) => status ?? '-'), text]),
          ]),
          '',
        ]),
    `${rows.filter(({ differs }) => differs).length} of ${rows.length} requirements differ.`,
    '',
  ].join('\n');
};

const claimText = (claim: ProfileVerdict | undefined): string =>
  claim === undefined ? '-' : `${claim.verdict} ${claim.verified}/${claim.musts}`;

/** A, B, … Z, 27, 28, … */
const letter = (index: number): string =>
  index < 26 ? String.fromCharCode('A'.charCodeAt(0) + index) : String(index + 1);

const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
