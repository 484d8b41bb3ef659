import { useLivePage } from '../live-page-context.ts';
import { ActionsPane } from '../../actions/actions-pane.tsx';
import { AssetsPane } from '../../assets/assets-pane.tsx';
import { GraphPanel } from '../../graphs/graph-panel.tsx';
import { NodeTypePanel } from '../../node-types/node-type-panel.tsx';
import { VariablesPane } from '../../variables/variables-pane.tsx';

const panels = {
  graphs: GraphPanel,
  nodes: NodeTypePanel,
  actions: ActionsPane,
  assets: AssetsPane,
  variables: VariablesPane,
} as const;

/** The panel on the left that the rail opens. It is closed at first. */
export const LeftPane = () => {
  const name = useLivePage().layout.leftPanel.value;
  const Panel = name && panels[name];
  return Panel ? <Panel /> : null;
};
