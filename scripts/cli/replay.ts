import { createFilesDevice } from '#runtime/devices/files-device.ts';
import { readJournal } from '#runtime/journal/journal-file.ts';
import { JournalError } from '#runtime/journal/journal-format.ts';
import { replayJournal, type ReplayResult, rereadAssets } from '#runtime/journal/replay-journal.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { print } from './output.ts';

/**
 * Replays a journal and prints the result. The exit code is 0 if nothing differs, and otherwise 1.
 * @throws UsageError if the file can't be read
 */
export const replayFile = async (file: string, { json }: { readonly json?: true }): Promise<void> => {
  const journal = await readJournal(file).catch((failure) => {
    throw failure instanceof JournalError ? new UsageError(failure.message) : failure;
  });
  const assetContents = await rereadAssets(journal.inputs, createFilesDevice());
  const outcome = replayJournal(journal, { assetContents });
  print(json ? `${JSON.stringify(outcome)}\n` : describeOutcome(outcome));
  process.exitCode = outcome.agrees ? exitCodes.ok : exitCodes.failed;
};

const describeOutcome = (outcome: ReplayResult): string => {
  const { ticks, inputs, events, eventHash, stateHash, recorded } = outcome;
  const rows: readonly (readonly [string, unknown, unknown?])[] = [
    ['ticks', ticks, recorded?.tick],
    ['inputs', inputs],
    ['events', events, recorded?.events],
    ['event hash', eventHash, recorded?.eventHash],
    ['state hash', stateHash, recorded?.stateHash],
  ];
  const lines = rows.map(([name, replayed, expected = replayed]) => {
    const line = `${name.padEnd(12)}${replayed}`;
    return replayed === expected ? line : `${line}, recorded ${expected}`;
  });
  return `${[...lines, '', ...describeDifferences(outcome)].join('\n')}\n`;
};

const describeDifferences = (outcome: ReplayResult): string[] => {
  const {
    recorded,
    firstDifference,
    eventHash,
    stateHash,
    inputsIntact,
    sameCatalog,
    missingAssets,
    agrees,
  } = outcome;
  const differences: string[] = [];
  for (const asset of missingAssets)
    differences.push(`The asset '${asset}' has changed since the recording.`);
  if (!sameCatalog) differences.push('The node types differ from those of the recording.');
  if (!recorded) differences.push("The journal has no end, so the hashes can't be compared.");
  if (inputsIntact === false) differences.push('The inputs differ from those that were recorded.');
  if (firstDifference !== null) differences.push(`The events differ from tick ${firstDifference} on.`);
  else if (recorded && recorded.eventHash !== eventHash) differences.push('The events differ.');
  if (recorded && recorded.stateHash !== stateHash) differences.push('The final state differs.');
  if (agrees && recorded) differences.push('The replay agrees with the journal.');
  return differences;
};
