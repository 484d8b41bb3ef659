import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLivePage } from './live-page-context.ts';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import './shortcuts-sheet.css';

/** Adds the command that shows the shortcuts, and the sheet itself while it is open. */
export const ShortcutsHost = () => {
  const { commands } = useLivePage();
  const isOpen = useSignal(false);
  useEffect(
    () =>
      commands.add([
        {
          ...{ id: 'shortcuts', label: 'Help and shortcuts', icon: 'circle-question-mark', keys: '?' },
          run() {
            isOpen.value = true;
          },
        },
      ]),
    [commands, isOpen],
  );
  return isOpen.value ? (
    <ShortcutsSheet
      onClose={() => {
        isOpen.value = false;
      }}
    />
  ) : null;
};
