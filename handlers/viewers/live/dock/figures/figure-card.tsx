import { tellCourse } from './course.ts';
import { FigureTable } from './figure-table.tsx';
import { figureKinds } from './figure-kinds.ts';
import { Plot } from './plot.tsx';
import type { FigureId } from './figure-kinds.ts';
import type { Sample } from './recorder.ts';

interface FigureCardProps {
  readonly id: FigureId;
  readonly samples: readonly Sample[];
  /** Why it cannot be measured. */
  readonly lacks: string | undefined;
}

/** What a figure is now, and how it has been. */
export const FigureCard = ({ id, samples, lacks }: FigureCardProps) => {
  const { title, unit, digits, about } = figureKinds[id];
  if (lacks) {
    return (
      <section class="figure missing" aria-label={title}>
        <h3>{title}</h3>
        <p class="quiet">{lacks}</p>
      </section>
    );
  }
  const now = samples.at(-1)?.values[id];
  return (
    <section class="figure" aria-label={title}>
      <h3>{title}</h3>
      <div class="now-and-then">
        <p class="now">
          <b>{now === undefined ? '–' : now.toFixed(digits)}</b> <span class="quiet">{unit}</span>
        </p>
        <Plot
          id={id}
          samples={samples}
          text={`${title}, ${unit}, in the last two minutes: ${tellCourse(samples, id, digits)}`}
        />
      </div>
      <p class="quiet">{about}</p>
      <FigureTable id={id} samples={samples} />
    </section>
  );
};
