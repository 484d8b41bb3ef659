import { profiles as allProfiles } from '../requirements/requirement.ts';
import { groupBy } from './group-by.ts';
import { createHeadline } from './headline.ts';
import type { Status } from '../runner/audit-outcome.ts';
import type { ProfileVerdict, RequirementResult } from '../runner/requirement-result.ts';
import type { Report } from './report.ts';

/** A report to compare, with a name that is used if the report's target has none. */
interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** The comparison of several reports, requirement by requirement. */
export interface ReportComparison {
  readonly columns: readonly ComparisonColumn[];
  /** The verdicts for every profile that any of the reports contains, in the order of the columns. */
  readonly profiles: readonly {
    readonly profile: string;
    readonly claims: readonly (ProfileVerdict | undefined)[];
  }[];
  readonly rows: readonly ComparisonRow[];
  /**
   * Whether the reports come from kits with different requirements or audits. Only reports of the same selection show
   * this, because the stamp of a partial run covers only its audits.
   */
  readonly hasOtherKits: boolean;
}

/** An implementation, represented by its latest report. */
export interface ComparisonColumn {
  readonly title: string;
  /** The target's name where this identifies the column, and otherwise the title. */
  readonly label: string;
  readonly headline: ReturnType<typeof createHeadline>;
  readonly report: Report;
  /** Earlier reports of the same implementation, oldest first. */
  readonly earlier: readonly Report[];
}

export interface ComparisonRow
  extends Pick<RequirementResult, 'id' | 'section' | 'text' | 'level' | 'profile'> {
  /** The result in each column. `undefined` if that column's report lacks the requirement. */
  readonly results: readonly (ComparedResult | undefined)[];
  /** The status in each column. */
  readonly statuses: readonly (Status | undefined)[];
  readonly differs: boolean;
}

interface ComparedResult extends Pick<RequirementResult, 'status' | 'message'> {
  /** The status in the previous report of the same implementation, if it was another. */
  readonly previousStatus?: Status;
}

interface ReportHistory extends NamedReport {
  readonly earlier: readonly Report[];
}

/**
 * Groups reports by the name of their target. Each group is represented by its latest report, and by a complete run if
 * there is one. If all reports are about the same implementation, they are compared with each other.
 */
const groupByImplementation = (reports: readonly NamedReport[]): readonly ReportHistory[] => {
  const groups = groupBy(reports, ({ name, report: { target } }) => target.name ?? name);
  if (groups.length < 2) return reports.map((one) => ({ ...one, earlier: [] }));
  return groups.map(([, group]) => {
    const byDate = group.toSorted((a, b) => a.report.startedAt.localeCompare(b.report.startedAt));
    const latest = byDate.findLast(({ report: { only } }) => only === undefined) ?? byDate.at(-1) ?? group[0];
    return { ...latest, earlier: byDate.slice(0, byDate.indexOf(latest)).map(({ report }) => report) };
  });
};

const listResults = ({ requirements }: Report): ReadonlyMap<string, RequirementResult> =>
  new Map(requirements.map((row) => [row.id, row]));

/**
 * Compares reports. The result lists the requirements of all reports, in the order of the first report that contains
 * each requirement. Earlier reports of an implementation become its history.
 */
export const compareReports = (namedReports: readonly NamedReport[]): ReportComparison => {
  const reports = groupByImplementation(namedReports);
  const titles = reports.map(
    ({ name, report: { target } }) => [target.name, target.version].filter(Boolean).join(' ') || name,
  );
  const columnResults = reports.map(({ report }) => listResults(report));
  const previousResults = reports.map(({ earlier }) => {
    const previous = earlier.at(-1);
    return previous && listResults(previous);
  });
  const rowsById = new Map(reports.flatMap(({ report }) => report.requirements).map((row) => [row.id, row]));
  return {
    columns: reports.map(({ name, report, earlier }, index) => {
      const title = titles[index] ?? name;
      const isRepeated = titles.filter((candidate) => candidate === title).length > 1;
      const fullTitle = isRepeated && title !== name ? `${title} (${name})` : title;
      const sameName = reports.filter((other) => other.report.target.name === report.target.name);
      return {
        title: fullTitle,
        label: sameName.length === 1 ? (report.target.name ?? fullTitle) : fullTitle,
        headline: createHeadline(report),
        report,
        earlier,
      };
    }),
    profiles: compareProfiles(reports),
    rows: [...rowsById.values()].map(({ id, section, text, level, profile }) => {
      const results = columnResults.map((column, index) => {
        const result = column.get(id);
        return result && toComparedResult(result, previousResults[index]?.get(id)?.status);
      });
      const statuses = results.map((result) => result?.status);
      return { id, section, text, level, profile, results, statuses, differs: new Set(statuses).size > 1 };
    }),
    hasOtherKits: groupBy(reports, ({ report: { only } }) => JSON.stringify(only)).some(
      ([, group]) => new Set(group.map(({ report }) => report.stamp.kit)).size > 1,
    ),
  };
};

const toComparedResult = (
  { status, message }: RequirementResult,
  previousStatus: Status | undefined,
): ComparedResult => ({
  status,
  ...(message !== undefined && { message }),
  ...(previousStatus !== undefined && previousStatus !== status && { previousStatus }),
});

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
    ...columns.flatMap(({ title, headline, earlier }, index) => [
      `${getColumnLetter(index)}  ${title}: ${headline.verdict}  ${headline.detail}`,
      ...earlier.map((report) => `   ${formatDay(report.startedAt)}: ${formatMainCounts(report)}`),
    ]),
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

/** Formats the day of an ISO 8601 time. */
export const formatDay = (time: string): string => time.slice(0, 10);

/** Formats the counts that show how an implementation develops, and the kit that counted. */
export const formatMainCounts = ({ counts, stamp }: Report): string =>
  `${counts.PASS} passed, ${counts.FAIL} failed, ${counts.NOT_VERIFIED} not verified (kit ${stamp.kit.slice(0, 8)})`;

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
