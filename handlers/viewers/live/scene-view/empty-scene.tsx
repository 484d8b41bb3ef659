import { useLivePage } from '../app/live-page-context.ts';
import { Icon } from '../components/icon.tsx';
import { starters } from '../first-run/starter-graphs.ts';
import type { IconName } from '../components/icon-names.ts';

interface FirstStepCard {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  run(): void;
}

/** What an empty scene offers to do first. */
export const EmptyScene = () => {
  const { scene, firstSteps, actionRequests, graphs } = useLivePage();
  const isBusy = firstSteps.isBusy.value;
  if (!scene.objects.isEmpty.value || graphs.isAnyRunning.value) return null;
  const cards: readonly FirstStepCard[] = [
    {
      ...{ icon: 'box', title: 'Add an object', text: 'Cube, sphere, light, text, particles' },
      run: () => actionRequests.open('scene.spawn'),
    },
    {
      ...{ icon: 'orbit', title: 'Open the Orrery', text: 'A finished scene to take apart' },
      run: () => void firstSteps.openOrrery(),
    },
    {
      ...{ icon: 'workflow', title: 'Build with a graph', text: 'Start → Spawn, ready to run' },
      run: () => void firstSteps.buildStarter(starters[0]),
    },
  ];
  return (
    <div class="empty-scene">
      <h2>An empty stage. What first?</h2>
      <div class="empty-scene-cards">
        {cards.map(({ icon, title, text, run }) => (
          <button key={title} type="button" disabled={isBusy} onClick={run}>
            <Icon name={icon} class="large" />
            <b>{title}</b>
            <span>{text}</span>
          </button>
        ))}
      </div>
    </div>
  );
};
