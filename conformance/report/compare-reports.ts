import { profiles as allProfiles } from '../requirements/requirement.ts';
import { createHeadline } from './headline.ts';
import type { Status } from '../runner/audit-outcome.ts';
import type { ProfileVerdict } from '../runner/profile-verdicts.ts';
import type { RequirementResult } from '../runner/requirement-result.ts';
import type { Report } from './report.ts';

/** A report to compare, with a name that is used if the report's target has none. */
interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** The comparison of several reports, requirement by requirement. */
export interface ReportComparison {
  readonly columns: readonly {
    readonly title: string;
    readonly headline: ReturnType<typeof createHeadline>;
    readonly report: Report;
  }[];
  /** The verdicts for every profile that any of the reports contains, in the order of the columns. */
  readonly profiles: readonly {
    readonly profile: string;
    readonly claims: readonly (ProfileVerdict | undefined)[];
  }[];
  readonly rows: readonly ComparisonRow[];
  /** Whether the reports come from kits with different requirements or audits. */
  readonly hasOtherKits: boolean;
}

interface ComparisonRow extends Pick<RequirementResult, 'id' | 'section' | 'text' | 'level' | 'profile'> {
  /** The status in each column. `undefined` if that column's report lacks the requirement. */
  readonly statuses: readonly (Status | undefined)[];
  readonly differs: boolean;
}

/**
 * Compares reports. The result lists the requirements of all reports, in the order of the first report that contains
 * each requirement.
 */
export const compareReports = (reports: readonly NamedReport[]): ReportComparison => {
  const titles = reports.map(
    ({ name, report: { target } }) => [target.name, target.version].filter(Boolean).join(' ') || name,
  );
  const results = reports.map(({ report }) => new Map(report.requirements.map((row) => [row.id, row])));
  const rowsById = new Map(reports.flatMap(({ report }) => report.requirements).map((row) => [row.id, row]));
  return {
    columns: reports.map(({ name, report }, index) => {
      const title = titles[index] ?? name;
      const isRepeated = titles.filter((candidate) => candidate === title).length > 1;
      return {
        title: isRepeated && title !== name ? `${title} (${name})` : title,
        headline: createHeadline(report),
        report,
      };
    }),
    profiles: compareProfiles(reports),
    rows: [...rowsById.values()].map(({ id, section, text, level, profile }) => {
      const statuses = results.map((column) => column.get(id)?.status);
      return { id, section, text, level, profile, statuses, differs: new Set(statuses).size > 1 };
    }),
    hasOtherKits: new Set(reports.map(({ report }) => report.stamp.kit)).size > 1,
  };
};

const compareProfiles = (reports: readonly NamedReport[]): ReportComparison['profiles'] => {
  const isReported = ({ verdict, musts }: ProfileVerdict): boolean => verdict !== 'not claimed' || musts > 0;
  const profileColumns = reports.map(({ report }) => report.profiles.filter(isReported));
  return allProfiles
    .map((profile) => ({
      profile,
      claims: profileColumns.map((column) => column.find((one) => one.profile === profile)),
    }))
    .filter(({ claims }) => claims.some((profileClaim) => profileClaim !== undefined));
};

const failingStatuses: readonly (Status | undefined)[] = ['FAIL', 'FLAKY', 'HARNESS_ERROR', 'WARN'];

/**
 * Formats a comparison for a terminal: the verdicts, the profiles, and the requirements whose statuses differ or that
 * failed in all reports.
 */
export const formatComparison = ({ columns, profiles, rows, hasOtherKits }: ReportComparison): string => {
  const listedRows = rows.filter(
    ({ differs, statuses }) => differs || statuses.some((one) => failingStatuses.includes(one)),
  );
  return [
    ...columns.map(
      ({ title, headline }, index) =>
        `${getColumnLetter(index)}  ${title}: ${headline.verdict}  ${headline.detail}`,
    ),
    ...(hasOtherKits
      ? ['', 'These reports come from different versions of the kit, which may explain differences.']
      : []),
    '',
    ...formatTable([
      ['profile', ...columns.map((_, index) => getColumnLetter(index))],
      ...profiles.map(({ profile, claims }) => [profile, ...claims.map(formatClaim)]),
    ]),
    '',
    ...(listedRows.length === 0
      ? []
      : [
          ...formatTable([
            ['requirement', ...columns.map((_, index) => getColumnLetter(index)), ''],
            ...listedRows.map(({ id, statuses, text }) => [
              id,
              ...statuses.map((status) => status ?? '-'),
              text,
            ]),
          ]),
          '',
        ]),
    `${rows.filter(({ differs }) => differs).length} of ${rows.length} requirements differ.`,
    '',
  ].join('\n');
};

const formatClaim = (profileClaim: ProfileVerdict | undefined): string =>
  profileClaim === undefined ? '-' : `${profileClaim.verdict} ${profileClaim.verified}/${profileClaim.musts}`;

const getColumnLetter = (index: number): string =>
  index < 26 ? String.fromCharCode('A'.charCodeAt(0) + index) : String(index + 1);

const formatTable = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
