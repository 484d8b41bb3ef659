import { useEffect, useState } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
// lazily loaded code can't add styles
import './palette.css';
import type { ComponentType } from 'preact';
import type { PaletteProps } from './palette.tsx';

/** Adds the command that opens the command palette. The palette is loaded when it is first opened. */
export const PaletteHost = () => {
  const live = useLivePage();
  const { commands, notices } = live;
  const isOpen = useSignal(false);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  useEffect(() => {
    let loading: Promise<ComponentType<PaletteProps>> | undefined;
    const load = async () => (await import('./palette.tsx')).openPalette(live);
    return commands.add([
      {
        ...{ id: 'palette', label: 'Search or run anything', icon: 'search' },
        ...{ keys: 'Ctrl+K', worksInFields: true },
        run: () =>
          void notices.runAndReport(async () => {
            loading ??= load();
            const loaded = await loading;
            setPalette(() => loaded);
            isOpen.value = true;
          }),
      },
    ]);
  }, [live, commands, notices, isOpen]);
  if (!Palette || !isOpen.value) return null;
  return (
    <Palette
      onClose={() => {
        isOpen.value = false;
      }}
    />
  );
};
