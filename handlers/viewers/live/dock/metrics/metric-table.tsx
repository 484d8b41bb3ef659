import { useState } from 'preact/hooks';
import { metricKinds } from './metric-kinds.ts';
import type { MetricId } from './metric-kinds.ts';
import type { MetricsSample } from './metrics-recorder.ts';

interface MetricTableProps {
  readonly id: MetricId;
  readonly samples: readonly MetricsSample[];
}

/** A table of a metric's values, latest first. The table is rendered only after the user has opened it. */
export const MetricTable = ({ id, samples }: MetricTableProps) => {
  const [isOpen, open] = useState(false);
  const { title, unit, digits } = metricKinds[id];
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>In numbers</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <section class="numbers" aria-label={`${title} in numbers`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">{unit}</th>
              </tr>
            </thead>
            <tbody>
              {samples.toReversed().map(({ at, values }) => (
                <tr key={at}>
                  <td>{new Date(at * 1_000).toLocaleTimeString()}</td>
                  <td>{values[id]?.toFixed(digits) ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
};
