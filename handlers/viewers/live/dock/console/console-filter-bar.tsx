import type { ConsoleLog } from './console-log-store.ts';

const severities = [
  { name: 'All', severity: undefined },
  { name: 'Log', severity: 'log' },
  { name: 'Warnings', severity: 'warning' },
  { name: 'Errors', severity: 'error' },
] as const;

/** The selectable time ranges, in minutes before now. */
const timeRanges = [0, 1, 5, 60];

/** Renders the console's filters. */
export const ConsoleFilterBar = ({ log }: { readonly log: ConsoleLog }) => (
  <div class="bar">
    <fieldset class="severities">
      <legend class="hidden">Severity</legend>
      {severities.map(({ name, severity }) => (
        <button
          key={name}
          type="button"
          aria-pressed={log.severity.value === severity}
          onClick={() => {
            log.severity.value = severity;
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
    <label>
      Since
      <select
        onChange={({ currentTarget: { value } }) => {
          log.since.value = value === '' ? undefined : getTimeBefore(Number(value));
        }}
      >
        <option value="">the beginning</option>
        {timeRanges.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === 0 ? 'now' : `${minutes} min ago`}
          </option>
        ))}
      </select>
    </label>
    <input
      type="search"
      aria-label="Search messages"
      placeholder="Search messages"
      value={log.text.value}
      onInput={({ currentTarget }) => {
        log.text.value = currentTarget.value;
      }}
    />
    <span class="end quiet">{log.visibleEntries.value.length} shown</span>
  </div>
);

const getTimeBefore = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
