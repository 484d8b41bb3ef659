import { ViewportPortal } from '@xyflow/react';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { findStartOfNewGraph, starters } from '../first-run/starter-graphs.ts';

/** How far the hint is to the right of the Start node, in canvas units. */
const hintOffset = 260;

/** What a graph that nobody has edited yet offers to do, beside its Start node. */
export const NewGraphHint = () => {
  const { editor, firstSteps } = useLivePage();
  const start = findStartOfNewGraph(editor.detail.value);
  if (!start) return null;
  return (
    <ViewportPortal>
      <div
        class="new-graph-hint nopan"
        style={{ transform: `translate(${start.locationX + hintOffset}px, ${start.locationY}px)` }}
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
