import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { LazyPanel } from '../components/lazy-panel.tsx';
import '../components/value-field.css';
import './assets.css';

/** The panel with the assets of the project. */
export const AssetsPane = () => (
  <LeftPanelFrame title="Assets">
    <LazyPanel
      id="assets"
      requiredRoute="GET /api/discovery/{dataType}"
      load={async () => (await import('./assets-panel.tsx')).openAssetsPanel}
    />
  </LeftPanelFrame>
);
