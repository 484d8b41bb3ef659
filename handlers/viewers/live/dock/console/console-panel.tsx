import { signal } from '@preact/signals';
import { DetailPane } from '../shared/detail-pane.tsx';
import { LogRowList } from '../shared/log-row-list.tsx';
import { ConsoleFilterBar } from './console-filter-bar.tsx';
import { createConsoleLog } from './console-log-store.ts';
import { ConsoleEntryRow } from './console-entry-row.tsx';
import { createNodeTypeNames } from './node-type-names.ts';
import type { Signal } from '@preact/signals';
import type { OpenPanel } from '../dock-tab.ts';
import type { ConsoleEntry, ConsoleLog } from './console-log-store.ts';
import type { NodeTypeNames } from './node-type-names.ts';

/** Creates the panel, which reads the existing entries and then follows new ones. */
export const openConsolePanel: OpenPanel = ({ session, notices }) => {
  const log = createConsoleLog({ session, notices, nextFrame: requestAnimationFrame });
  const names = createNodeTypeNames(session.client);
  const selectedEntry = signal<ConsoleEntry>();
  return () => <ConsolePanel log={log} names={names} selectedEntry={selectedEntry} />;
};

interface ConsolePanelProps {
  readonly log: ConsoleLog;
  readonly names: NodeTypeNames;
  readonly selectedEntry: Signal<ConsoleEntry | undefined>;
}

/** Shows the service's console. */
const ConsolePanel = ({ log, names, selectedEntry }: ConsolePanelProps) => {
  const rows = log.visibleEntries.value;
  return (
    <>
      <ConsoleFilterBar log={log} />
      <div class={selectedEntry.value ? 'split' : 'whole'}>
        {rows.length === 0 ? (
          <p class="empty">No matching entries.</p>
        ) : (
          <LogRowList
            label="Console"
            rows={rows}
            dropped={0}
            renderRow={(entry) => (
              <ConsoleEntryRow key={entry.id} entry={entry} names={names} selectedEntry={selectedEntry} />
            )}
          />
        )}
        {selectedEntry.value && (
          <DetailPane
            title={selectedEntry.value.timestamp}
            text={selectedEntry.value.message}
            onClose={() => {
              selectedEntry.value = undefined;
            }}
          />
        )}
      </div>
    </>
  );
};
