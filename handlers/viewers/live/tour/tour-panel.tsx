import { useLivePage } from '../app/live-page-context.ts';
import type { TourStep } from './first-visit-tour.ts';
import './tour.css';

const stepTitles: Readonly<Record<TourStep, string>> = {
  look: '1 of 3: what you see',
  build: '2 of 3: a graph of your own',
  run: '3 of 3: let it run',
};

/** Takes a first visitor by the hand. */
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
          Leave the tour
        </button>
        <NextStepButton step={step} />
      </p>
    </aside>
  );
};

const emptyProjectText = (
  <p>
    The scene is on the right. The middle shows a graph once there is one: graphs move the scene, and a node
    glows whenever it runs. Every event is listed below.
  </p>
);

const stepTexts = {
  look: (
    <p>
      The scene on the right is drawn from what the service tells. The graph in the middle moves it: a node
      glows whenever it runs. Below is everything that happens.
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
    look: ['Go on', next] as const,
    build: ['Build my graph', () => void build()] as const,
    run: ['Run it', () => void run()] as const,
  }[step];
  return (
    <button type="button" class="next" disabled={isBusy.value} onClick={act}>
      {text}
    </button>
  );
};
