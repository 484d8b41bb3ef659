import { useEffect } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import './tour.css';

/** The card of the tour, which has a place of its own and covers nothing. */
export const TourPanel = () => {
  const { tour } = useLivePage();
  const step = tour.step.value;
  const number = tour.number.value;
  const length = tour.length.value;
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (!step) return;
    dataset.tourTarget = step.target;
    dataset.tourStep = String(number);
    return () => {
      delete dataset.tourTarget;
      delete dataset.tourStep;
    };
  }, [step, number]);
  if (!step) return null;
  const { title, text, button } = step;
  return (
    <aside class="tour" aria-label="Tour">
      <div class="tour-progress">
        {Array.from({ length }, (_, at) => (
          <i key={at} class={at < number ? 'done' : undefined} />
        ))}
        <span class="quiet number">
          {number} of {length}
        </span>
        <span class="grow" />
        <Button icon="x" label="Leave the tour" onClick={tour.end} />
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="tour-buttons">
        <Button label="Skip this step" onClick={tour.skipStep}>
          Skip
        </Button>
        <span class="grow" />
        {button && (
          <Button label={button.label} icon={button.icon} look="primary" onClick={button.run}>
            {button.label}
          </Button>
        )}
      </div>
    </aside>
  );
};
