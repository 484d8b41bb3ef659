import type { TextRange } from './match-text.ts';

interface MarkedTextProps {
  readonly text: string;
  /** The parts to mark, in order and without overlap. */
  readonly ranges: readonly TextRange[];
}

/** Renders a text in which the letters that a search has matched are marked. */
export const MarkedText = ({ text, ranges }: MarkedTextProps) => (
  <>
    {ranges.map(([start, end], at) => [
      text.slice(ranges[at - 1]?.[1] ?? 0, start),
      <mark key={start}>{text.slice(start, end)}</mark>,
    ])}
    {text.slice(ranges.at(-1)?.[1] ?? 0)}
  </>
);
