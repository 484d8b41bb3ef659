import { useStore, ViewportPortal } from '@xyflow/react';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { starters } from '../first-run/starter-graphs.ts';
import { getNewGraphHintBox } from './new-graph-hint-box.ts';

/** What a graph that nobody has edited yet offers to do. */
export const NewGraphHint = () => {
  const { editor, firstSteps } = useLivePage();
  const canvasWidth = useStore(({ width }) => width);
  const box = getNewGraphHintBox(editor.detail.value, canvasWidth);
  if (!box) return null;
  return (
    <ViewportPortal>
      <div
        class="new-graph-hint nopan"
        style={{ transform: `translate(${box.x}px, ${box.y}px)`, width: `${box.width}px` }}
      >
        <h3>What should happen at Start?</h3>
        <p>
          Drag from <b>Out</b> and let go: the nodes that fit are offered. Or begin with one of these.
        </p>
        <div class="new-graph-starters">
          {starters.map((starter) => (
            <Button
              key={starter.label}
              icon={starter.icon}
              label={starter.label}
              look="outlined"
              disabled={firstSteps.isBusy.value}
              onClick={() => void firstSteps.buildStarter(starter)}
            >
              {starter.label}
            </Button>
          ))}
        </div>
      </div>
    </ViewportPortal>
  );
};
