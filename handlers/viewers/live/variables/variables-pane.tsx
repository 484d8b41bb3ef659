import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { LazyPanel } from '../components/lazy-panel.tsx';
import '../components/value-field.css';
import './variables.css';

/** The panel with the variables of the project. */
export const VariablesPane = () => (
  <LeftPanelFrame title="Variables">
    <LazyPanel
      id="variables"
      requiredRoute="GET /api/variables"
      load={async () => (await import('./variables-panel.tsx')).openVariablesPanel}
    />
  </LeftPanelFrame>
);
