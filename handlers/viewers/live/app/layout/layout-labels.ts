import type { IconName } from '../../components/icon-names.ts';
import type { LayoutName } from './layout-store.ts';

interface LayoutLabel {
  readonly title: string;
  readonly icon: IconName;
  readonly keys: string;
}

/** How the layouts are shown in the top bar and among the commands. */
export const layoutLabels: Readonly<Record<LayoutName, LayoutLabel>> = {
  stage: { title: 'Stage', icon: 'image', keys: 'Ctrl+Alt+1' },
  build: { title: 'Build', icon: 'workflow', keys: 'Ctrl+Alt+2' },
  debug: { title: 'Debug', icon: 'activity', keys: 'Ctrl+Alt+3' },
};
