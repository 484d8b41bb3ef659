import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { LazyPanel } from '../components/lazy-panel.tsx';
import './actions.css';

/** The panel with a form for every direct action, so that the scene beside it shows the effect. */
export const ActionsPane = () => (
  <LazyPanel
    id="actions"
    requiredRoute="GET /api/actions/schema"
    load={async () => (await import('./actions-panel.tsx')).openActionsPanel}
    renderFrame={(content) => <LeftPanelFrame title="Actions">{content}</LeftPanelFrame>}
  />
);
