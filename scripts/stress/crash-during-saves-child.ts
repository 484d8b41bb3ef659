/** Saves the same 200 files over and over, each time in a new version, until the process is killed. */
import { join } from 'node:path';
import { writeAtomically } from '#runtime/shared/atomic-write.ts';
import { fileCount, createVersionText } from './crash-during-saves.ts';

// biome-ignore lint/style/noNonNullAssertion: its parent names the folder
const folder = process.argv[2]!;
process.stdout.write('saving\n');
for (let version = 1; ; version += 1) {
  await Promise.all(
    Array.from({ length: fileCount }, (_, file) =>
      writeAtomically(join(folder, `${file}.json`), createVersionText(version)),
    ),
  );
}
