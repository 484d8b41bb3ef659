import { useEffect, useState } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
// lazily loaded code can't add styles
import './palette.css';
import type { ComponentType } from 'preact';
import type { PaletteProps } from './palette.tsx';

type PaletteModule = typeof import('./palette.tsx');

/**
 * Adds the command that opens the command palette. The palette's code is loaded after the page is first rendered, so
 * that the palette opens before the next key is pressed.
 */
export const PaletteHost = () => {
  const live = useLivePage();
  const { commands, notices } = live;
  const isOpen = useSignal(false);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  useEffect(() => {
    let code: PaletteModule | undefined;
    let opened: ComponentType<PaletteProps> | undefined;
    const load = async (): Promise<PaletteModule> => {
      code = await import('./palette.tsx');
      return code;
    };
    const open = ({ openPalette }: PaletteModule): void => {
      opened ??= openPalette(live);
      setPalette(() => opened);
      isOpen.value = true;
    };
    // if this fails, opening the palette tries again, and reports why
    load().catch(() => {});
    return commands.add([
      {
        ...{ id: 'palette', label: 'Search or run anything', icon: 'search' },
        ...{ keys: 'Ctrl+K', worksInFields: true },
        // an import ends in a later task even if the code is loaded, and the next key could come before
        run: () => (code ? open(code) : void notices.runAndReport(async () => open(await load()))),
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
