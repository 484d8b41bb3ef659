import { AbleButton } from '../parts/able-button.tsx';
import { DeviceCard } from '../parts/device-card.tsx';
import { LatestList } from '../parts/latest-list.tsx';
import { StartForm } from './start-form.tsx';
import type { EventOf } from '#spec/client/index.ts';
import type { Offered } from '../../parts/offered.ts';
import type { Processes } from './processes.ts';

interface ProcessesCardProps {
  readonly processes: Processes;
  readonly offered: Offered;
}

/** Those that have ended before are told by events only. */
const mostEnded = 3;

/** Programs that the service runs. */
export const ProcessesCard = ({ processes, offered }: ProcessesCardProps) => {
  const all = processes.list.value.value ?? [];
  const running = all.filter(({ state }) => state === 'loaded');
  const ended = all.filter(({ state }) => state === 'exited').slice(0, mostEnded);
  return (
    <DeviceCard
      title="Processes"
      state={`${running.length} running`}
      readings={[processes.list]}
      lacks={offered.lacks('process.list')}
    >
      <StartForm lacks={offered.lacks('process.start')} onStart={processes.start} />
      <ul class="things" aria-label="Processes">
        {[...running, ...ended].map(({ processId, processName, path, state, exitCode }) => (
          <li key={processId} class="line">
            <b class="grow" title={path}>
              {processName}
            </b>
            <span class="quiet">{processId}</span>
            {state === 'loaded' ? (
              <AbleButton
                aria-label={`Stop ${processName} ${processId}`}
                lacks={offered.lacks('process.stop')}
                onClick={() => void processes.stop(processId)}
              >
                Stop
              </AbleButton>
            ) : (
              <span class="badge">exited {exitCode}</span>
            )}
          </li>
        ))}
      </ul>
      <LatestList
        label="Latest of processes"
        events={processes.latest.value}
        tell={tell}
        hint="What a process writes is on the console."
      />
    </DeviceCard>
  );
};

const tell = (event: EventOf<'process.loaded' | 'process.exited'>): string => {
  const { processName, processId } = event.data;
  const end = event.type === 'process.exited' ? `exited with ${event.data.exitCode}` : 'loaded';
  return `${processName} ${processId} ${end}`;
};
