/** Plants one fault after another, and shows the result of each audit: `npm run fault -- ID...`. */
import { plantedFaults } from '../../fixtures/faults/index.ts';
import { getFailedStatus, runKitOnFault, selectFaultAudits } from '../../fixtures/faults/run-kit.ts';
import { exitCodes } from '../cli/exit-codes.ts';

const printLine = (text: string): boolean => process.stdout.write(`${text}\n`);

for (const id of process.argv.slice(2)) {
  const fault = plantedFaults.find((candidate) => candidate.id === id);
  if (!fault) {
    process.stderr.write(`There is no fault ${id}.\n`);
    process.exitCode = exitCodes.usage;
    continue;
  }
  const { report, failures } = await runKitOnFault(fault, selectFaultAudits(fault));
  printLine(`\n${id}: ${fault.title}`);
  for (const { audit, status, message = '' } of report.audits)
    printLine(`  ${status.padEnd(15)}${audit}  ${message}`);
  for (const failure of failures) printLine(`  A call failed internally: ${String(failure)}`);
  for (const requirement of fault.breaks) {
    // biome-ignore lint/style/noNonNullAssertion: a report has a row for each requirement
    const { status } = report.requirements.find((row) => row.id === requirement)!;
    printLine(`  ${requirement} ends ${status}`);
    if (status !== getFailedStatus(requirement)) process.exitCode = 1;
  }
}
