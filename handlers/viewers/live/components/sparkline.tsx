interface SparklineProps {
  /** The values, oldest first. A value is `undefined` if nothing was measured. */
  readonly values: readonly (number | undefined)[];
  readonly class?: string;
  /** Whether the area below the line is filled. */
  readonly isFilled?: boolean;
}

const width = 100;
const height = 24;
const margin = 2;

/** A small picture of how a value has changed lately. The value itself stands beside it. */
export const Sparkline = ({ values, class: added, isFilled = false }: SparklineProps) => {
  const line = toPath(values);
  const first = values.findIndex((value) => value !== undefined);
  return (
    <svg
      class={added ? `sparkline ${added}` : 'sparkline'}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {isFilled && line && <path class="area" d={`${line}V${height}H${toX(first, values.length)}Z`} />}
      <path class="line" d={line} />
    </svg>
  );
};

const toX = (index: number, count: number): string =>
  (count < 2 ? width : (index / (count - 1)) * width).toFixed(1);

/** Draws values between their minimum and their maximum. Values that never change are a line at the bottom. */
const toPath = (values: readonly (number | undefined)[]): string => {
  const measured = values.filter((value) => value !== undefined);
  const low = Math.min(0, ...measured);
  const range = Math.max(...measured) - low || 1;
  return values
    .flatMap((value, i) => {
      if (value === undefined) return [];
      const y = height - margin - ((value - low) / range) * (height - 2 * margin);
      return `${toX(i, values.length)},${y.toFixed(1)}`;
    })
    .map((point, i) => `${i === 0 ? 'M' : 'L'}${point}`)
    .join('');
};
