import { useLivePage } from '../live-page-context.ts';
import { Dock } from '../../dock/dock.tsx';
import { GraphCanvas } from '../../canvas/graph-canvas.tsx';
import { ScenePanel } from '../../scene-view/scene-panel.tsx';
import { TourPanel } from '../../tour/tour-panel.tsx';
import { Divider } from './divider.tsx';
import { LeftPane } from './left-pane.tsx';
import { RightPane } from './right-pane.tsx';
import './layout.css';

const resizablePanes = ['left', 'right', 'graph', 'dock', 'scene', 'properties'] as const;

/**
 * The panes of the page. All layouts contain the same elements, and place them with CSS, so that the scene keeps its
 * canvas when the layout changes.
 */
export const Workspace = () => {
  const { layout } = useLivePage();
  const name = layout.name.value;
  const { isOpen } = layout;
  const isGraphReplaced = layout.isGraphReplaced.value;
  const isGraphOpen = isOpen('graph') && !isGraphReplaced;
  const sizes = Object.fromEntries(
    resizablePanes.flatMap((pane) => {
      const size = layout.getSize(pane);
      return size === undefined ? [] : [[`--size-${pane}`, `${size}px`]];
    }),
  );
  return (
    <main
      class="workspace"
      data-layout={name}
      data-left={layout.leftPanel.value ?? 'closed'}
      data-right={isOpen('right') ? 'open' : 'closed'}
      data-graph={isGraphOpen ? 'open' : 'closed'}
      data-dock={isOpen('dock') ? 'open' : 'closed'}
      data-sheet={layout.phoneSheet.value ?? 'closed'}
      style={sizes}
    >
      <LeftPane />
      <ScenePanel />
      <GraphCanvas />
      <Dock />
      <RightPane />
      {layout.isPhone.value && <TourPanel />}
      {isOpen('left') && <Divider pane="left" label="Width of the left panel" edge="right" />}
      <Divider pane="right" label="Width of objects and properties" edge="left" />
      {name === 'build' ? (
        <Divider pane="scene" label="Height of the scene" edge="bottom" />
      ) : (
        !isGraphReplaced && <Divider pane="graph" label="Height of the graph" edge="top" />
      )}
      {isOpen('dock') && <Divider pane="dock" label="Height of the activity" edge="top" />}
    </main>
  );
};
