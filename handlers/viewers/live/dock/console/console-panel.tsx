import { signal } from '@preact/signals';
import { Detail } from '../parts/detail.tsx';
import { RowWindow } from '../parts/row-window.tsx';
import { ConsoleBar } from './console-bar.tsx';
import { createConsoleLog } from './console-log.ts';
import { EntryLine } from './entry-line.tsx';
import { createNodeNames } from './node-names.ts';
import type { Signal } from '@preact/signals';
import type { OpenPanel } from '../tab.ts';
import type { ConsoleEntry, ConsoleLog } from './console-log.ts';
import type { NodeNames } from './node-names.ts';

/** Reads what there is, and follows from now on. */
export const openConsole: OpenPanel = ({ session, notices }) => {
  const log = createConsoleLog({ session, notices, nextFrame: requestAnimationFrame });
  const names = createNodeNames(session.client);
  const chosen = signal<ConsoleEntry>();
  return () => <ConsolePanel log={log} names={names} chosen={chosen} />;
};

interface ConsolePanelProps {
  readonly log: ConsoleLog;
  readonly names: NodeNames;
  readonly chosen: Signal<ConsoleEntry | undefined>;
}

/** The console of the service. */
const ConsolePanel = ({ log, names, chosen }: ConsolePanelProps) => {
  const rows = log.shown.value;
  return (
    <>
      <ConsoleBar log={log} />
      <div class={chosen.value ? 'split' : 'whole'}>
        {rows.length === 0 ? (
          <p class="empty">Nothing of that kind has been written.</p>
        ) : (
          <RowWindow
            label="Console"
            rows={rows}
            dropped={0}
            draw={(entry) => <EntryLine key={entry.id} entry={entry} names={names} chosen={chosen} />}
          />
        )}
        {chosen.value && (
          <Detail
            title={chosen.value.timestamp}
            text={chosen.value.message}
            onClose={() => {
              chosen.value = undefined;
            }}
          />
        )}
      </div>
    </>
  );
};
