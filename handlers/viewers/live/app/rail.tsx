import { useLivePage } from './live-page-context.ts';
import { Button } from '../components/button.tsx';
import type { IconName } from '../components/icon-names.ts';
import type { LeftPanel } from './layout/layout-store.ts';

/** The panels in the order of their icons. */
export const railPanels: readonly (readonly [LeftPanel, string, IconName])[] = [
  ['graphs', 'Graphs', 'workflow'],
  ['nodes', 'Nodes', 'shapes'],
  ['actions', 'Actions', 'zap'],
  ['assets', 'Assets', 'folder'],
  ['variables', 'Variables', 'variable'],
];

/** The icons at the left edge, which open the panels beside them. */
export const Rail = () => {
  const { layout, commands } = useLivePage();
  const help = commands.list.value.find(({ id }) => id === 'shortcuts');
  return (
    <nav class="rail" aria-label="Panels">
      {railPanels.map(([panel, label, icon]) => (
        <Button
          key={panel}
          icon={icon}
          label={label}
          isPressed={layout.leftPanel.value === panel}
          onClick={() => layout.toggleLeftPanel(panel)}
        />
      ))}
      <span class="grow" />
      <Button icon="plug" label="Devices" onClick={() => layout.showActivity('devices')} />
      {help && <Button icon="circle-question-mark" label={help.label} keys={help.keys} onClick={help.run} />}
    </nav>
  );
};
