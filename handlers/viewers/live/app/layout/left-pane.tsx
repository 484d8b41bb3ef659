import { useLivePage } from '../live-page-context.ts';
import { GraphPanel } from '../../graphs/graph-panel.tsx';
import { NodeTypePanel } from '../../node-types/node-type-panel.tsx';
import { ActionsPane } from '../../actions/actions-pane.tsx';

/** The panel on the left that the rail opens. It is closed at first. */
export const LeftPane = () => {
  const { layout } = useLivePage();
  const panel = layout.leftPanel.value;
  if (panel === undefined) return null;
  if (panel === 'graphs') return <GraphPanel />;
  if (panel === 'nodes') return <NodeTypePanel />;
  if (panel === 'actions') return <ActionsPane />;
  return null;
};
