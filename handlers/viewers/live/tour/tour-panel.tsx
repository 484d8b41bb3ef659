import { useLivePage } from '../app/live-page-context.ts';
import './tour.css';
import type { TourStep } from './first-visit-tour.ts';

const stepTitles: Readonly<Record<TourStep, string>> = {
  look: '1 of 3: what you see',
  build: '2 of 3: your own graph',
  run: '3 of 3: run it',
};

export const TourPanel = () => {
  const { tour, graphs } = useLivePage();
  const step = tour.step.value;
  if (step === undefined) return null;
  return (
    <aside class="tour" aria-label="Tour">
      <h2>{stepTitles[step]}</h2>
      {step === 'look' && graphs.list.value.length === 0 ? emptyProjectText : stepTexts[step]}
      <p class="buttons">
        <button type="button" onClick={tour.skip}>
          Skip the tour
        </button>
        <NextStepButton step={step} />
      </p>
    </aside>
  );
};

const emptyProjectText = (
  <p>
    The scene is on the right. Open or build a graph to see it in the middle: graphs move the scene, and a
    node glows while it executes. All events are listed below.
  </p>
);

const stepTexts = {
  look: (
    <p>
      The service renders the scene on the right. The graph in the middle moves it: a node glows while it
      executes. All events are listed below.
    </p>
  ),
  build: (
    <p>
      A graph is built with one call, <code>POST /api/graphs/…/build</code>. This one has a cube appear, and
      bounce for as long as it runs.
    </p>
  ),
  run: (
    <p>
      Your graph is in the middle. Run it, and look at the scene. Everything that you did here is a call that
      your own program can make.
    </p>
  ),
} as const satisfies Readonly<Record<TourStep, unknown>>;

const NextStepButton = ({ step }: { readonly step: TourStep }) => {
  const { next, build, run, isBusy } = useLivePage().tour;
  const [text, act] = {
    look: ['Next', next] as const,
    build: ['Build my graph', () => void build()] as const,
    run: ['Run it', () => void run()] as const,
  }[step];
  return (
    <button type="button" class="next" disabled={isBusy.value} onClick={act}>
      {text}
    </button>
  );
};
